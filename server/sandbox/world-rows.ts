import type { Tables } from '../db/tables.ts'

type Table = keyof Tables

/** The rows of a table that belong to a world, and their instants. `$1` is the key. */
export type WorldRows = {
  table: Table
  /** Condition on a row of `table`, SQL. */
  where: string
  columns: readonly string[]
  /** Instants that stay while a worker holds the row: a lease is about the worker, who lives in real time. */
  leases?: readonly string[]
  /** What else changes with the clock, SQL. `$2` is in milliseconds. */
  more?: string
}

const ofJob = (column: string) => `${column} in (select id from job where key_id = $1 and mode = 'test')`
export const ofPayment = (column: string) =>
  `${column} in (select payment.id from payment join job on job.id = payment.job_id where job.key_id = $1 and job.mode = 'test')`
const ofPerson = (column: string) => `${column} in (select id from account where sandbox_key_id = $1)`

/**
 * Every instant that belongs to the jobs of a test key and to the people of its world. A clock that moves forward moves
 * them back (`age-world.ts`). A test compares this list and `keptInRealTime` with the catalogue of PostgreSQL.
 */
export const worldRows: readonly WorldRows[] = [
  {
    table: 'job',
    where: `key_id = $1 and mode = 'test'`,
    more: 'aged_ms = aged_ms + $2',
    columns: [
      'created_at',
      'updated_at',
      'expires_at',
      'posted_at',
      'accepted_at',
      'collected_at',
      'collected_tapped_at',
      'collect_due_told_at',
      'collect_overdue_told_at',
      'delivered_at',
      'completed_at',
      'cancelled_at',
      'hidden_at',
      'staff_hidden_at',
      'link_opened_at',
      'data_removed_at',
      'photos_removed_at',
    ],
  },
  { table: 'job_event', where: ofJob('job_id'), columns: ['at'] },
  { table: 'timeline_entry', where: ofJob('job_id'), columns: ['at'] },
  { table: 'job_note', where: ofJob('job_id'), columns: ['created_at'] },
  { table: 'job_problem', where: ofJob('job_id'), columns: ['created_at', 'resolved_at'] },
  { table: 'delivery_doubt', where: ofJob('job_id'), columns: ['earliest_at', 'resolved_at', 'created_at'] },
  { table: 'money_block', where: ofJob('job_id'), columns: ['until', 'created_at', 'lifted_at'] },
  { table: 'rating', where: ofJob('job_id'), columns: ['created_at'] },
  { table: 'photo', where: ofJob('job_id'), columns: ['created_at'] },
  { table: 'notice', where: ofJob('job_id'), columns: ['created_at', 'told_at'] },
  {
    table: 'push',
    where: `notice_id in (select n.id from notice n where n.${ofJob('job_id')})`,
    columns: ['created_at'],
    leases: ['due_at'],
  },
  {
    table: 'sms',
    where: ofJob('job_id'),
    columns: ['give_up_at', 'created_at', 'sent_at', 'delivery_at'],
    leases: ['due_at'],
  },
  // A create locks the row of its key before the world, so a clock must not wait for one that has no job yet.
  { table: 'idempotency_key', where: 'key_id = $1 and job_id is not null', columns: ['created_at'] },
  {
    table: 'payment',
    where: ofJob('job_id'),
    columns: ['abandon_at', 'held_at', 'hold_expires_at', 'created_at', 'updated_at'],
  },
  {
    table: 'payment_effect',
    where: ofPayment('payment_id'),
    columns: ['created_at', 'settled_at', 'key_since'],
    leases: ['due_at'],
  },
  {
    table: 'dispute',
    where: ofPayment('payment_id'),
    columns: ['respond_by', 'opened_at', 'closed_at', 'released_at', 'updated_at'],
  },
  {
    table: 'sandbox_authorization',
    where: ofPayment('payment_id'),
    // Its `created_at` stays: days are compared with the books, which keep real time.
    columns: ['hold_expires_at', 'asked_at'],
  },
  { table: 'sandbox_story', where: 'key_id = $1', columns: ['next_at'] },
  { table: 'account', where: 'sandbox_key_id = $1', columns: ['suspended_at', 'created_at', 'erased_at'] },
  {
    table: 'carrier',
    where: ofPerson('account_id'),
    columns: ['status_changed_at', 'created_at', 'updated_at'],
  },
  { table: 'carrier_strike', where: ofPerson('carrier_id'), columns: ['at'] },
  { table: 'accepted_terms', where: ofPerson('account_id'), columns: ['accepted_at'] },
  { table: 'card_setup', where: ofPerson('account_id'), columns: ['created_at'] },
  {
    table: 'payment_method',
    where: ofPerson('account_id'),
    columns: ['removed_at', 'forgotten_at', 'created_at'],
  },
  { table: 'payer', where: ofPerson('account_id'), columns: ['created_at'] },
  { table: 'payout_account', where: ofPerson('carrier_id'), columns: ['created_at'] },
  { table: 'sandbox_payout_account', where: ofPerson('carrier_id'), columns: ['created_at'] },
]

/** Tables with rows of test jobs whose instants are those of real time, with the reason. */
export const keptInRealTime: Partial<Record<Table, string>> = {
  ledger_transfer: 'the books say when they were written, and nothing falls due by it',
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
