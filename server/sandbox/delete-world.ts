import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { betweenCalls } from './between-calls.ts'
import { worldBusy } from './world.ts'

/**
 * Deletes the jobs of a test key with all that belongs to them, the people of its world and its clock. Play money leaves the books
 * with both of its sides, so they still agree. Photos lose their job, and the collector deletes them. The caller
 * holds the lease of the world.
 *
 * @param rest called between two tries, so that other worlds can move meanwhile.
 * @throws Problem `world_busy` (409) when a call to the processor took too long; then nothing is deleted.
 */
export async function deleteWorld(
  needs: { pool: pg.Pool },
  keyId: string,
  rest: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const lockWorld = (client: pg.PoolClient) =>
    client.query('select from sandbox_world where key_id = $1 for update', [keyId])
  const deleteAll = () =>
    betweenCalls(needs, { keyId, lockWorld }, async (client) => {
      for (const statement of deletions) await client.query(statement, [keyId])
    })
  for (let tries = 1; !(await deleteAll()); tries++) {
    if (tries === maxTries) throw worldBusy
    await sleep(pauseMs)
    await rest()
  }
}

/** Together longer than the slowest test card takes to answer. */
const maxTries = 100
const pauseMs = 50

const jobs = `select id from job where key_id = $1 and mode = 'test'`
const people = 'select id from account where sandbox_key_id = $1'
// A draft that expired has left its payments without a job.
const payments = `select id from payment where mode = 'test' and job_id in (${jobs})
  union select id from payment where mode = 'test' and account_id in (${people})`
const authorizations = `select reference from sandbox_authorization where payment_id in (${payments})`

/** From the rows that name others to those that are named. */
const deletions = [
  `delete from ledger_transfer where payment_id in (${payments})`,
  `delete from dispute where payment_id in (${payments})`,
  `delete from sandbox_call where key in (
    select e.id || case number when 0 then '' else '.' || number end
    from payment_effect e cross join generate_series(0, e.key_number) number where e.payment_id in (${payments}))`,
  `delete from payment_effect where payment_id in (${payments})`,
  `delete from sandbox_movement where authorization_reference in (${authorizations})`,
  `delete from sandbox_authorization where payment_id in (${payments})`,
  `delete from payment where id in (${payments})`,
  `delete from carrier_strike where carrier_id in (${people})`,
  `delete from rating where job_id in (${jobs})`,
  `delete from idempotency_key where key_id = $1 and job_id is not null`,
  `delete from job where key_id = $1 and mode = 'test'`,
  `delete from sandbox_card where reference in (
    select reference from payment_method where account_id in (${people}))`,
  `delete from payment_method where account_id in (${people})`,
  `delete from sandbox_setup where setup_id in (select id from card_setup where account_id in (${people}))`,
  `delete from card_setup where account_id in (${people})`,
  `delete from payer where account_id in (${people})`,
  `delete from payout_account where carrier_id in (${people})`,
  `delete from sandbox_payout_account where carrier_id in (${people})`,
  `delete from carrier where account_id in (${people})`,
  `delete from account where sandbox_key_id = $1`,
  `update sandbox_world set aged_ms = 0 where key_id = $1`,
]
