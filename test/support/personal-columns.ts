import type { Tables } from '../../server/db/tables.ts'

/**
 * When the personal data of a column is removed: `erasure` with the account or with the data of the job, `age` after a
 * fixed time without a request, `way` when the job is delivered or ends, `member` when an owner removes the member,
 * `kept` never (accounts, audit log). `plain` columns contain no personal data.
 */
export type Ending = 'plain' | 'erasure' | 'age' | 'way' | 'member' | 'kept'

type Endings<Columns> = Partial<Record<Ending, readonly (keyof Columns & string)[]>>

/**
 * Every column that can hold text or bytes, by table. One test compares this list with the catalogue of PostgreSQL, so
 * a new column must be added here. Another test erases a person who has data in every column. `docs/personal-data.md`
 * is generated from this list.
 */
export const columns: { [Table in keyof Tables]: Endings<Tables[Table]> } = {
  partner: { plain: ['company_name', 'sms_language', 'further_sms_language'] },
  api_key: { plain: ['mode', 'label'] },
  api_key_secret: { plain: ['hash', 'prefix', 'last_four'] },
  request_log: { plain: ['method', 'route', 'error_code', 'field'] },
  request_log_day: { plain: ['day'] },
  request_minute: { plain: ['method', 'route'] },
  request_hour: {},
  provider_minute: { plain: ['kind', 'provider', 'outcome', 'cause'] },
  provider_hour: { plain: ['kind', 'provider', 'outcome', 'cause'] },
  draft_end: { plain: ['mode', 'day', 'outcome', 'stage'] },
  tariff: { plain: ['terms'] },
  job: {
    plain: [
      'short_id',
      'mode',
      'status',
      'external_reference',
      'external_reference_nfc',
      'sandbox_world',
      'size',
      'route',
      'price',
      'origin',
      'cancelled_by',
      'carrier_fault',
    ],
    erasure: ['title', 'description', 'customer_phone', 'pickup', 'dropoff', 'notes'],
  },
  job_note: { erasure: ['author_name', 'text'] },
  // The filters of a view never hold a phone. A shared view is no longer personal: it stays with its name.
  job_view: { plain: ['filters'], member: ['name'] },
  job_export: { plain: ['status', 'last_error', 'next'], age: ['filters'] },
  job_export_chunk: { age: ['content'] },
  job_event: { plain: ['actor', 'from_status', 'to_status'], erasure: ['reason'] },
  timeline_entry: { plain: ['kind', 'subject_id', 'what', 'outcome', 'recipient', 'reason'] },
  photo: { plain: ['name', 'purpose'] },
  alert: { plain: ['entries', 'says', 'status', 'last_error'] },
  alert_delivery: { plain: ['status', 'last_error'] },
  member_mail: { member: ['address'] },
  member_push: { member: ['endpoint', 'p256dh', 'auth'] },
  member_alert_off: { plain: ['kind', 'channel'] },
  today_alert: { plain: ['kind', 'subject_id'] },
  // The recipient of an alert is an address of the operator.
  mail: { plain: ['kind', 'recipient', 'sealed_code', 'status', 'last_error', 'answer'] },
  mail_address: { erasure: ['address', 'token'] },
  mail_confirmation: { plain: ['code_hash'], erasure: ['address'] },
  notice_switch: { plain: ['kind', 'channel'] },
  sms: {
    // `sealed_body` is the encrypted text of a code.
    plain: [
      'kind',
      'mode',
      'provider',
      'status',
      'provider_message_id',
      'last_error',
      'delivery',
      'sealed_body',
      'traceparent',
    ],
    erasure: ['to_phone', 'body'],
  },
  // The number is the provider's. The people behind it are known to the provider, until the line is closed.
  call_line: { plain: ['provider', 'status', 'reference', 'number', 'last_error'] },
  cost_share: {},
  sms_handover: { age: ['number_hash'] },
  idempotency_key: { plain: ['idempotency_key', 'request_hash', 'sms_status'] },
  geocode_cache: { plain: ['key'], age: ['outcome'] },
  // A keyed hash, deleted after its hour.
  look_up_count: { age: ['subject'] },
  postcode: { plain: ['country', 'postcode', 'place', 'province', 'municipality_code'] },
  postcode_import: { plain: ['country'] },
  installation_secret: { plain: ['name', 'value'] },
  installation_setting: { plain: ['name', 'value'] },
  node: { plain: ['role', 'host', 'contradictions', 'version', 'node_version'] },
  task_run: { plain: ['task', 'error'] },
  examination: { plain: ['checks'] },
  audit_event: {
    plain: ['actor_type', 'actor_role', 'act', 'targets', 'changes'],
    // Typed by the operator's staff; the manual asks them not to name customers in a reason.
    kept: ['actor_name', 'reason'],
  },
  audit_link: { plain: ['hash'] },
  member: { plain: ['role', 'language'], member: ['login_name', 'name'] },
  member_invitation: { plain: ['role', 'language', 'token_hash'], age: ['name', 'created_by'] },
  member_passkey: { plain: ['credential_id', 'public_key', 'transports'], member: ['name'] },
  // `totp_secret` is encrypted.
  member_password: { plain: ['hash', 'totp_secret'] },
  member_recovery_code: { plain: ['hash'] },
  member_refusal: {},
  member_session: { plain: ['token_hash', 'previous_token_hash'], member: ['device'] },
  // `sealed` is encrypted.
  member_challenge: { plain: ['kind', 'challenge', 'sealed'] },
  member_guess: { age: ['subject', 'client_address'] },
  account: {
    plain: ['language', 'further_language', 'sandbox_world'],
    erasure: ['phone', 'name', 'suspended_reason'],
  },
  phone_challenge: {
    plain: ['country', 'language', 'further_language', 'code_hash', 'kept_back', 'proof'],
    age: ['phone', 'neighbourhood', 'client_address'],
  },
  code_stop: { plain: ['country'] },
  ledger_check: { plain: ['differences', 'balances', 'walk'] },
  summed_day: { plain: ['day', 'cancelled_ids', 'completed_ids'] },
  ledger_day_sum: { plain: ['day', 'debit', 'credit', 'kind'] },
  partner_day_sum: { plain: ['day', 'job_ids'] },
  ended_day_sum: { plain: ['day', 'created_day', 'stage', 'status'] },
  schema_release: { plain: ['oldest', 'newest'] },
  today_snooze: { plain: ['kind', 'subject_id'] },
  reconciliation_run: { plain: ['processor', 'day', 'status', 'last_error', 'figures'] },
  reconciliation_difference: {
    plain: ['processor', 'check', 'kind', 'subject', 'reference', 'ours', 'theirs'],
    // As in the audit log.
    kept: ['explained_by', 'explanation'],
  },
  month_closing: { plain: ['month', 'figures', 'differences'], kept: ['closed_by', 'reason'] },
  accepted_terms: { plain: ['version'] },
  session: { plain: ['token_hash', 'kind'], erasure: ['device'] },
  payer: { plain: ['processor'], erasure: ['reference'] },
  card_setup: { plain: ['processor', 'reference', 'status'] },
  payment_method: { plain: ['processor', 'brand'], erasure: ['last_four'], kept: ['reference'] },
  payment: {
    plain: [
      'purpose',
      'source',
      'processor',
      'mode',
      'reference',
      'status',
      'action_url',
      'refusal',
      'return_url',
    ],
  },
  payment_effect: {
    plain: ['kind', 'status', 'last_error', 'reference', 'waits_for', 'origin', 'settled_by'],
  },
  ledger_transfer: { plain: ['kind', 'debit', 'credit', 'mode', 'corrects'] },
  // The person stays on a receipt after the erasure, as long as the law asks for it; on play money not.
  invoice: { plain: ['kind', 'series', 'content'], age: ['party'] },
  invoice_due: { plain: ['last_error'] },
  invoice_line: {},
  invoice_hold: {},
  // After the erasure it stays until the statement of the last month is issued; of play money it goes at once.
  carrier_tax_data: { age: ['legal_name', 'tax_number', 'address'] },
  carrier_statement: { plain: ['month'] },
  statement_due: { plain: ['account', 'processor'] },
  statement_month: { plain: ['month'] },
  invoice_series: { plain: ['series'] },
  wallet: {},
  webhook_event: { plain: ['id', 'kind'] },
  journal: { plain: ['act', 'detail'] },
  dispute: { plain: ['processor', 'reference', 'kind', 'status', 'reason'], erasure: ['release_reason'] },
  carrier: {
    plain: ['status', 'vehicle_size'],
    erasure: ['status_reason', 'vehicle', 'plate', 'plate_key', 'base_address', 'base_place'],
  },
  // The last day and the picture, a file, end with the document.
  carrier_area: { erasure: ['name', 'address', 'place'] },
  carrier_document: { plain: ['kind', 'status', 'expires_on'], erasure: ['reason'] },
  payout_account: { plain: ['processor'], kept: ['reference'] },
  carrier_strike: {},
  rating: { plain: ['by_role'], erasure: ['comment'] },
  money_block: { plain: ['cause'] },
  delivery_doubt: { plain: ['resolved_by'], erasure: ['reason'] },
  job_problem: {
    plain: ['reported_by', 'kind', 'status', 'code_result'],
    erasure: ['text', 'answer', 'resolution'],
  },
  // Days and hours, without a word of a person; they end with the data of the job.
  job_wish: { plain: ['day', 'part'] },
  job_window: { plain: ['proposed_by', 'status'] },
  window_reminder: { plain: ['lead'] },
  // The position itself is numbers; it is deleted when the job is delivered or ends (decision 74).
  carrier_position: {},
  job_road: { way: ['line'] },
  job_message: { plain: ['thread', 'sender', 'report_kind'], erasure: ['author_name', 'text'] },
  message_reader: {},
  trip_report: { plain: ['kind', 'status'], erasure: ['text', 'answer', 'resolution'] },
  // Random digits, which end with the delivery or with the data of the job.
  asked_proof: { plain: ['collection', 'delivery', 'code', 'wrong_code', 'code_result'] },
  // The place, as numbers, is deleted with the data of the job.
  job_proof: { plain: ['step'] },
  push_subscription: { erasure: ['endpoint', 'p256dh', 'auth'] },
  notice: { plain: ['kind'] },
  push: { plain: ['status', 'last_error'] },
  // Play money: these cards do not exist.
  sandbox_setup: { plain: ['reference', 'payer_reference', 'status', 'card_reference'] },
  sandbox_card: { plain: ['reference', 'payer_reference', 'does', 'brand', 'last_four'] },
  sandbox_authorization: { plain: ['reference', 'card_reference', 'status', 'refusal', 'action_url'] },
  sandbox_payout_account: { plain: ['reference'] },
  sandbox_movement: { plain: ['reference', 'kind', 'authorization_reference', 'payout_reference'] },
  sandbox_call: { plain: ['key', 'request', 'answer'] },
  sandbox_world: { plain: ['seed', 'name'] },
  // The phones of stories belong to no person.
  sandbox_story: { plain: ['phone', 'next_act'] },
}
