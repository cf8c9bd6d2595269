import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { TestCardBehaviour } from '#contract/app/test-cards.ts'
import type {
  CancelledBy,
  CarrierStatus,
  JobSize,
  JobStatus,
  KeyMode,
  Language,
  NoticeKind,
  PaymentRefusal,
  ProblemKind,
  ProblemStatus,
} from '#contract/vocabulary.ts'

/** The rows of `migrations/`, as Kysely reads and writes them. `tables.test.ts` holds them to the database. */
export type Tables = {
  partner: PartnerTable
  api_key: ApiKeyTable
  api_key_secret: ApiKeySecretTable
  tariff: TariffTable
  job: JobTable
  job_event: JobEventTable
  photo: PhotoTable
  sms: SmsTable
  sms_handover: SmsHandoverTable
  idempotency_key: IdempotencyKeyTable
  geocode_cache: GeocodeCacheTable
  postcode: PostcodeTable
  postcode_import: PostcodeImportTable
  admin_sign_in: AdminSignInTable
  installation_secret: InstallationSecretTable
  installation_setting: InstallationSettingTable
  node: NodeTable
  audit_event: AuditEventTable
  account: AccountTable
  phone_challenge: PhoneChallengeTable
  code_stop: CodeStopTable
  session: SessionTable
  payer: PayerTable
  card_setup: CardSetupTable
  payment_method: PaymentMethodTable
  payment: PaymentTable
  payment_effect: PaymentEffectTable
  ledger_transfer: LedgerTransferTable
  wallet: WalletTable
  webhook_event: WebhookEventTable
  journal: JournalTable
  dispute: DisputeTable
  carrier: CarrierTable
  payout_account: PayoutAccountTable
  carrier_strike: CarrierStrikeTable
  rating: RatingTable
  money_block: MoneyBlockTable
  delivery_doubt: DeliveryDoubtTable
  job_problem: JobProblemTable
  push_subscription: PushSubscriptionTable
  notice: NoticeTable
  push: PushTable
  sandbox_setup: SandboxSetupTable
  sandbox_card: SandboxCardTable
  sandbox_authorization: SandboxAuthorizationTable
  sandbox_payout_account: SandboxPayoutAccountTable
  sandbox_movement: SandboxMovementTable
  sandbox_call: SandboxCallTable
}

type Instant = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

type PartnerTable = {
  id: string
  company_name: string
  sms_language: Language | null
  suspended_at: MaybeInstant
  created_at: Instant
}

type ApiKeyTable = {
  id: string
  partner_id: string
  mode: KeyMode
  rate_limit_per_minute: number
  label: string | null
  expires_at: MaybeInstant
  revoked_at: MaybeInstant
  last_used_at: MaybeInstant
  created_at: Instant
}

type ApiKeySecretTable = {
  hash: Buffer
  key_id: string
  prefix: string
  last_four: string
  created_at: Instant
  replaced_at: MaybeInstant
}

type TariffTable = {
  id: string
  partner_id: string | null
  starts_at: Instant
  terms: JSONColumnType<object>
  created_at: Instant
}

type JobTable = {
  id: string
  short_id: string
  key_id: string | null
  mode: KeyMode
  status: JobStatus
  external_reference: string | null
  external_reference_nfc: string | null
  title: string
  description: string | null
  size: JobSize
  /** Null once the personal data is removed. */
  customer_phone: string | null
  pickup: JSONColumnType<object>
  dropoff: JSONColumnType<object>
  route: JSONColumnType<object>
  duration_minutes: number
  tariff_id: string
  price: JSONColumnType<object>
  created_at: Instant
  updated_at: Instant
  expires_at: Instant
  origin: Generated<'partner' | 'app'>
  customer_id: string | null
  carrier_id: string | null
  notes: string | null
  posted_at: MaybeInstant
  accepted_at: MaybeInstant
  collected_at: MaybeInstant
  collected_tapped_at: MaybeInstant
  delivered_at: MaybeInstant
  completed_at: MaybeInstant
  cancelled_at: MaybeInstant
  cancelled_by: CancelledBy | null
  cancellation_fee_cents: number | null
  hidden_at: MaybeInstant
  feed_lat: number | null
  feed_lon: number | null
  data_removed_at: MaybeInstant
  photos_removed_at: MaybeInstant
  /** Of `cube`, and computed by the database; absent where that extension is refused. */
  feed_point: GeneratedAlways<string | null>
}

type JobEventTable = {
  id: Generated<number>
  job_id: string
  at: Instant
  actor: 'partner' | 'customer' | 'carrier' | 'staff' | 'system'
  actor_id: string | null
  from_status: JobStatus | null
  to_status: JobStatus | null
  reason: string
}

type PhotoTable = {
  name: string
  job_id: string | null
  position: number
  bytes: number
  width: number
  height: number
  created_at: Instant
  purpose: Generated<'item' | 'delivery' | 'problem'>
  account_id: string | null
}

export type SmsStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'unknown'

export type SmsKind = 'draft' | 'code' | 'notice'

type SmsTable = {
  id: string
  kind: SmsKind
  job_id: string | null
  challenge_id: string | null
  notice_id: number | null
  account_id: string | null
  key_id: string | null
  mode: KeyMode
  to_phone: string
  body: string
  /** Of a code: its text, sealed (`sms/sealed-body.ts`). `body` is empty then. */
  sealed_body: Buffer | null
  provider: string
  status: SmsStatus
  attempts: Generated<number>
  unknown_outcomes: Generated<number>
  due_at: Instant
  claim_id: string | null
  give_up_at: Instant
  provider_message_id: string | null
  last_error: string | null
  created_at: Instant
  sent_at: MaybeInstant
  delivery: 'delivered' | 'undelivered' | 'failed' | null
  delivery_at: MaybeInstant
}

type SmsHandoverTable = {
  sms_id: string
  number_hash: Buffer
  key_id: string | null
  at: Instant
}

type IdempotencyKeyTable = {
  key_id: string
  idempotency_key: string
  request_hash: Buffer
  claim_id: string
  lease_until: Instant
  job_id: string | null
  sms_sent: boolean | null
  created_at: Instant
}

type GeocodeCacheTable = {
  key: Buffer
  outcome: JSONColumnType<object>
  expires_at: Instant
}

type PostcodeImportTable = {
  country: string
  import_id: string
  row_count: number
  imported_at: Instant
}

type PostcodeTable = {
  country: string
  postcode: string
  place: string
  province: string
  municipality_code: string | null
  lat: number
  lon: number
  accuracy: number | null
}

type AdminSignInTable = {
  token_hash: Buffer
  expires_at: Instant
  used_at: MaybeInstant
  created_at: Instant
}

type InstallationSecretTable = {
  name: string
  value: JSONColumnType<object>
  created_at: Instant
}

type InstallationSettingTable = {
  name: string
  value: string
  updated_at: Instant
}

type SettingValues = Record<string, string | null>

type NodeTable = {
  id: string
  role: 'start' | 'serve' | 'work'
  host: string
  started_at: Instant
  seen_at: Instant
  contradictions: JSONColumnType<SettingValues, string | undefined>
}

type TargetRow = { type: string; id: string }

type AuditEventTable = {
  id: GeneratedAlways<number>
  at: Instant
  actor_type: 'cli' | 'staff' | 'partner' | 'system'
  actor_id: string | null
  actor_name: string
  act: string
  targets: JSONColumnType<TargetRow[]>
  reason: string | null
  changes: JSONColumnType<object> | null
}

type AccountTable = {
  id: string
  /** Null once the account is erased. */
  phone: string | null
  name: string | null
  language: Generated<Language>
  suspended_at: MaybeInstant
  suspended_reason: string | null
  erased_at: MaybeInstant
  created_at: Instant
}

type PhoneChallengeTable = {
  id: string
  phone: string
  neighbourhood: string
  country: string
  client_address: string
  language: Language
  code_hash: Buffer | null
  kept_back: string | null
  proof: 'draft' | 'device' | null
  checks: Generated<number>
  used_at: MaybeInstant
  expires_at: Instant
  created_at: Instant
}

type CodeStopTable = {
  country: string
  until: Date
  created_at: Instant
}

type SessionTable = {
  id: string
  account_id: string
  token_hash: Buffer
  kind: 'web' | 'native'
  device: string
  last_seen_at: Instant
  expires_at: Instant
  ended_at: MaybeInstant
  created_at: Instant
}

type PayerTable = {
  account_id: string
  processor: string
  reference: string
  created_at: Instant
}

type CardSetupTable = {
  id: string
  account_id: string
  processor: string
  reference: string | null
  status: 'pending' | 'saved' | 'refused'
  method_id: string | null
  created_at: Instant
}

type PaymentMethodTable = {
  id: string
  account_id: string
  processor: string
  reference: string
  brand: string
  last_four: string
  expires_month: number
  expires_year: number
  removed_at: MaybeInstant
  forgotten_at: MaybeInstant
  created_at: Instant
}

export type PaymentPurpose = 'publish' | 'renewal' | 'top_up'

export type PaymentStatus =
  | 'authorizing'
  | 'action_required'
  | 'held'
  | 'capturing'
  | 'captured'
  | 'releasing'
  | 'released'
  | 'refused'

type PaymentTable = {
  id: string
  purpose: PaymentPurpose
  account_id: string
  job_id: string | null
  source: 'card' | 'wallet'
  method_id: string | null
  processor: string
  mode: KeyMode
  reference: string | null
  status: PaymentStatus
  amount_cents: number
  captured_cents: Generated<number>
  refunded_cents: Generated<number>
  action_url: string | null
  refusal: PaymentRefusal | null
  return_url: string | null
  abandon_at: MaybeInstant
  held_at: MaybeInstant
  hold_expires_at: MaybeInstant
  created_at: Instant
  updated_at: Instant
}

export type EffectKind = 'authorize' | 'capture' | 'void' | 'refund' | 'transfer'

type PaymentEffectTable = {
  id: string
  payment_id: string
  kind: EffectKind
  amount_cents: number
  carrier_id: string | null
  status: Generated<'due' | 'running' | 'done' | 'refused'>
  attempts: Generated<number>
  due_at: Instant
  claim_id: string | null
  in_doubt: Generated<boolean>
  last_error: string | null
  reference: string | null
  created_at: Instant
  settled_at: MaybeInstant
  key_number: Generated<number>
  key_since: MaybeInstant
  waits_for: 'balance' | 'refund' | null
  has_news: Generated<boolean>
  source_payment_id: string | null
  origin: Generated<'dray' | 'processor'>
}

type LedgerTransferTable = {
  id: string
  at: Instant
  kind: string
  debit: string
  credit: string
  amount_cents: number
  mode: KeyMode
  job_id: string | null
  payment_id: string | null
  effect_id: string | null
  key_number: Generated<number>
}

type DisputeTable = {
  processor: string
  reference: string
  kind: 'dispute' | 'fraud_warning'
  payment_id: string | null
  status: string
  reason: string
  amount_cents: number
  withdrawn_cents: Generated<number>
  fee_cents: Generated<number>
  movements: Generated<number>
  respond_by: MaybeInstant
  opened_at: Instant
  closed_at: MaybeInstant
  released_at: MaybeInstant
  release_reason: string | null
  updated_at: Instant
}

type WebhookEventTable = {
  id: string
  kind: string
  received_at: Instant
  handled_at: MaybeInstant
}

export type JournalAct =
  | 'account_erased'
  | 'account_suspended'
  | 'account_resumed'
  | 'partner_suspended'
  | 'partner_resumed'
  | 'key_revoked'
  | 'key_replaced'
  | 'key_expiry'
  | 'carrier_status'
  | 'draft_withdrawn'

type JournalTable = {
  id: Generated<string>
  at: Instant
  act: JournalAct
  subject_id: string
  detail: string | null
}

type WalletTable = {
  account_id: string
  balance_cents: Generated<number>
}

type CarrierTable = {
  account_id: string
  status: Generated<CarrierStatus>
  status_reason: string | null
  status_changed_at: Instant
  vehicle_size: JobSize
  vehicle: string
  base_address: string
  base_place: Generated<string>
  base_lat: number
  base_lon: number
  base_uncertainty_km: Generated<number>
  radius_km: number
  created_at: Instant
  updated_at: Instant
}

type PayoutAccountTable = {
  carrier_id: string
  processor: string
  reference: string
  ready: Generated<boolean>
  created_at: Instant
}

type CarrierStrikeTable = {
  carrier_id: string
  job_id: string
  at: Instant
}

type RatingTable = {
  job_id: string
  by_role: 'customer' | 'carrier'
  account_id: string
  about_account_id: string
  stars: number
  comment: string | null
  created_at: Instant
}

export type BlockCause = 'early_delivery' | 'problem' | 'dispute' | 'fraud_warning'

type MoneyBlockTable = {
  job_id: string
  cause: BlockCause
  until: MaybeInstant
  created_at: Instant
  lifted_at: MaybeInstant
}

type DeliveryDoubtTable = {
  job_id: string
  earliest_at: Date
  reason: string | null
  resolved_by: 'customer' | 'staff' | 'system' | null
  resolved_at: MaybeInstant
  created_at: Instant
}

type JobProblemTable = {
  id: string
  job_id: string
  reported_by: 'customer' | 'staff'
  kind: ProblemKind
  text: string | null
  status: Generated<ProblemStatus>
  resolution: string | null
  resolved_at: MaybeInstant
  created_at: Instant
}

type PushSubscriptionTable = {
  id: string
  account_id: string
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Instant
}

type NoticeTable = {
  id: Generated<number>
  account_id: string
  kind: NoticeKind
  job_id: string | null
  created_at: Instant
  told_at: MaybeInstant
}

type PushTable = {
  id: string
  subscription_id: string
  notice_id: number
  status: Generated<'due' | 'running' | 'sent' | 'failed'>
  attempts: Generated<number>
  due_at: Instant
  claim_id: string | null
  last_error: string | null
  created_at: Instant
}

type SandboxSetupTable = {
  reference: string
  setup_id: string
  payer_reference: string
  status: 'pending' | 'saved' | 'refused'
  card_reference: string | null
  created_at: Instant
}

type SandboxCardTable = {
  reference: string
  payer_reference: string
  does: TestCardBehaviour
  brand: string
  last_four: string
  expires_month: number
  expires_year: number
  forgotten_at: MaybeInstant
  created_at: Instant
}

type SandboxAuthorizationTable = {
  reference: string
  payment_id: string
  card_reference: string
  status: 'action_required' | 'held' | 'captured' | 'released' | 'refused'
  amount_cents: number
  captured_cents: Generated<number>
  refusal: PaymentRefusal | null
  action_url: string | null
  hold_expires_at: MaybeInstant
  created_at: Instant
}

type SandboxPayoutAccountTable = {
  reference: string
  carrier_id: string
  created_at: Instant
}

type SandboxMovementTable = {
  reference: string
  kind: 'refund' | 'transfer'
  authorization_reference: string | null
  payout_reference: string | null
  amount_cents: number
  created_at: Instant
}

type SandboxCallTable = {
  key: string
  request: string
  answer: JSONColumnType<object>
  created_at: Instant
}
