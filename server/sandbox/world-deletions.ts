import { isOfWorldSql } from '../db/worlds.ts'

/**
 * How rows of a world are deleted. `find` locks a batch of them: $1 is the key, $2 the name of the world, $3 an id
 * above theirs, $4 how many. The other statements take an array of ids: with a sub-select the planner reads whole
 * tables to join a few rows.
 */
export type DeletedRows = {
  find: string
  /** Locks what comes before in `db/lock-order.ts`, with the values of `find`. */
  lockFirst?: string
  findPayments: string
  /** By the ids of the payments. */
  ofPayments: readonly string[]
  /** By the ids of the rows, from those that name others to those that are named. */
  deletions: readonly string[]
}

const ofPayments = [
  // From those that name others to those that are named.
  `delete from invoice where payment_id = any($1::uuid[]) and kind = 'debit_note'`,
  `delete from invoice where payment_id = any($1::uuid[]) and kind = 'credit_note'`,
  'delete from invoice where payment_id = any($1::uuid[])',
  'delete from ledger_transfer where payment_id = any($1::uuid[])',
  'delete from dispute where payment_id = any($1::uuid[])',
  `delete from sandbox_call where key = any(array(
    select e.id || case number when 0 then '' else '.' || number end
    from payment_effect e cross join generate_series(0, e.key_number) number where e.payment_id = any($1::uuid[])))`,
  'delete from cost_share where payment_id = any($1::uuid[])',
  'delete from payment_effect where payment_id = any($1::uuid[])',
  `delete from sandbox_movement where authorization_reference = any(array(
    select reference from sandbox_authorization where payment_id = any($1::uuid[])))`,
  'delete from sandbox_authorization where payment_id = any($1::uuid[])',
  'delete from payment where id = any($1::uuid[])',
]

export const jobs: DeletedRows = {
  find: `select id from job where ${isOfWorldSql('$1', '$2')} and job.id < $3 order by job.id limit $4 for update`,
  findPayments: `select id from payment where mode = 'test' and job_id = any($1::uuid[])`,
  ofPayments,
  deletions: [
    'delete from carrier_strike where job_id = any($1::uuid[])',
    'delete from rating where job_id = any($1::uuid[])',
    'delete from idempotency_key where job_id = any($1::uuid[])',
    'delete from job where id = any($1::uuid[])',
  ],
}

const findPeople = `
  select id from account where sandbox_key_id = $1 and coalesce(sandbox_world, '') = $2 and id < $3
    and not exists (select from job where job.customer_id = account.id)
    and not exists (select from job where job.carrier_id = account.id)
  order by id limit $4`

/** People without a job: theirs is deleted before. */
export const people: DeletedRows = {
  find: `${findPeople} for update`,
  lockFirst: `select from carrier where account_id in (${findPeople}) order by account_id for update`,
  // A draft that expired has left its payments without a job.
  findPayments: `select id from payment where mode = 'test' and account_id = any($1::uuid[])`,
  ofPayments,
  deletions: [
    // Photos of proofs, whose jobs are deleted before; the collector deletes them.
    'update photo set account_id = null where account_id = any($1::uuid[])',
    'delete from carrier_strike where carrier_id = any($1::uuid[])',
    // Statements of carriers; `carrier_statement` goes with them.
    'delete from invoice where account_id = any($1::uuid[])',
    'delete from carrier_tax_data where account_id = any($1::uuid[])',
    `delete from sandbox_card where reference = any(array(
      select reference from payment_method where account_id = any($1::uuid[])))`,
    'delete from payment_method where account_id = any($1::uuid[])',
    `delete from sandbox_setup where setup_id = any(array(select id from card_setup where account_id = any($1::uuid[])))`,
    'delete from card_setup where account_id = any($1::uuid[])',
    'delete from payer where account_id = any($1::uuid[])',
    'delete from payout_account where carrier_id = any($1::uuid[])',
    'delete from sandbox_payout_account where carrier_id = any($1::uuid[])',
    'delete from carrier where account_id = any($1::uuid[])',
    'delete from account where id = any($1::uuid[])',
  ],
}
