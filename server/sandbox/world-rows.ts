import type { Tables } from '../db/tables.ts'

type Table = keyof Tables

/** The owner of a row: its job, payment or notice, or a person in one of its columns. */
export type Owner = 'job' | 'payment' | 'notice' | 'account_id' | 'carrier_id' | 'id'

/** The rows of a table that belong to a world, and their instants. */
export type WorldRows = {
  table: Table
  of: Owner
  columns: readonly string[]
  /** Instants that are not shifted while a worker holds the row: a lease has the real time of the worker. */
  leases?: readonly string[]
}

/** The instants of a job itself. */
export const jobInstants = [
  'created_at',
  'updated_at',
  'expires_at',
  'posted_at',
  'accepted_at',
  'collected_at',
  'collected_tapped_at',
  'collect_due_told_at',
  'collect_overdue_told_at',
  'window_starts_at',
  'window_ends_at',
  'arriving_told_at',
  'delivered_at',
  'completed_at',
  'cancelled_at',
  'hidden_at',
  'staff_hidden_at',
  'link_opened_at',
  'data_removed_at',
  'photos_removed_at',
] as const

/**
 * Every other instant of the jobs of a test key and the people of its world. A clock that moves forward moves them back
 * (`shift-rows.ts`). A test compares this list and `keptInRealTime` with the catalogue of PostgreSQL.
 */
export const worldRows: readonly WorldRows[] = [
  { table: 'job_event', of: 'job', columns: ['at'] },
  { table: 'timeline_entry', of: 'job', columns: ['at'] },
  { table: 'job_note', of: 'job', columns: ['created_at'] },
  {
    table: 'job_problem',
    of: 'job',
    columns: ['created_at', 'answered_at', 'resolved_at', 'collected_tapped_at', 'delivered_tapped_at'],
  },
  {
    table: 'trip_report',
    of: 'job',
    columns: ['arrived_at', 'due_at', 'answered_at', 'resolved_at', 'created_at'],
  },
  { table: 'job_wish', of: 'job', columns: ['starts_at', 'ends_at'] },
  { table: 'job_window', of: 'job', columns: ['starts_at', 'ends_at', 'created_at', 'agreed_at'] },
  { table: 'window_reminder', of: 'job', columns: ['due_at'] },
  {
    table: 'carrier_position',
    of: 'job',
    columns: ['at', 'phone_at', 'reported_at', 'routed_at', 'arrives_at'],
  },
  { table: 'job_road', of: 'job', columns: ['due_at'] },
  { table: 'job_message', of: 'job', columns: ['created_at'] },
  { table: 'message_reader', of: 'job', columns: ['remind_at', 'reminded_at'] },
  { table: 'job_proof', of: 'job', columns: ['tapped_at', 'received_at'] },
  { table: 'delivery_doubt', of: 'job', columns: ['earliest_at', 'resolved_at', 'created_at'] },
  { table: 'money_block', of: 'job', columns: ['until', 'created_at', 'lifted_at'] },
  { table: 'rating', of: 'job', columns: ['created_at'] },
  { table: 'call_line', of: 'job', columns: ['ends_at', 'due_at', 'created_at'] },
  { table: 'cost_share', of: 'payment', columns: ['created_at'] },
  { table: 'photo', of: 'job', columns: ['created_at'] },
  { table: 'notice', of: 'job', columns: ['created_at', 'told_at'] },
  {
    table: 'push',
    of: 'notice',
    columns: ['created_at'],
    leases: ['due_at'],
  },
  {
    table: 'sms',
    of: 'job',
    columns: ['give_up_at', 'created_at', 'sent_at', 'delivery_at'],
    leases: ['due_at'],
  },
  // A create locks the row of its key before the world, so a clock must not wait for a row without a job.
  { table: 'idempotency_key', of: 'job', columns: ['created_at'] },
  {
    table: 'payment',
    of: 'job',
    columns: ['abandon_at', 'held_at', 'hold_expires_at', 'created_at', 'updated_at'],
  },
  {
    table: 'payment_effect',
    of: 'payment',
    columns: ['created_at', 'settled_at', 'key_since'],
    leases: ['due_at'],
  },
  {
    table: 'dispute',
    of: 'payment',
    columns: ['respond_by', 'opened_at', 'closed_at', 'released_at', 'updated_at'],
  },
  {
    table: 'sandbox_authorization',
    of: 'payment',
    // Its `created_at` is not shifted: days are compared with the books, which use real time.
    columns: ['hold_expires_at', 'asked_at'],
  },
  { table: 'sandbox_story', of: 'job', columns: ['next_at'] },
  { table: 'account', of: 'id', columns: ['suspended_at', 'created_at', 'erased_at'] },
  {
    table: 'carrier',
    of: 'account_id',
    columns: [
      'status_changed_at',
      'created_at',
      'updated_at',
      'admitted_at',
      'changes_seen_at',
      'plate_changed_at',
    ],
  },
  { table: 'carrier_strike', of: 'carrier_id', columns: ['at'] },
  { table: 'accepted_terms', of: 'account_id', columns: ['accepted_at'] },
  { table: 'card_setup', of: 'account_id', columns: ['created_at'] },
  {
    table: 'payment_method',
    of: 'account_id',
    columns: ['removed_at', 'forgotten_at', 'created_at'],
  },
  { table: 'payer', of: 'account_id', columns: ['created_at'] },
  { table: 'payout_account', of: 'carrier_id', columns: ['created_at'] },
  { table: 'sandbox_payout_account', of: 'carrier_id', columns: ['created_at'] },
]

/** Tables with rows of test jobs whose instants are real time, with the reason. */
export const keptInRealTime: Partial<Record<Table, string>> = {
  ledger_transfer: 'the books say when they were written, and nothing falls due by it',
  invoice: 'tells movements of the books, which keep real time',
  invoice_due: 'pages are issued in real time',
  statement_due: 'has the times of the books',
  carrier_tax_data: 'nothing falls due by it',
  mail: 'goes to an address that a person has confirmed, in real time',
  mail_address: 'a person has confirmed it, in real time',
  mail_confirmation: 'a person confirms it, in real time',
  sms_handover: 'no text of a test key is handed over',
  sandbox_movement: 'days are compared with the books, which keep real time',
  sandbox_card: 'not shown',
  sandbox_setup: 'not shown',
  sandbox_call: 'not shown',
  sandbox_world: 'the clock itself',
  request_log: 'calls are made in real time',
  request_minute: 'calls are made in real time',
  request_hour: 'calls are made in real time',
  api_key: 'belongs to the operator',
  api_key_secret: 'belongs to the operator',
}
