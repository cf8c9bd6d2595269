import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { findCustomersJob } from '../find-job.ts'
import { isAlive } from '../is-alive.ts'
import { wrongState } from '../refusals.ts'

type Noted = { jobId: string; customerId: string; notes: string }

/**
 * Spec part 1, step 2: changes the notes, the only field a customer may change, until the goods are collected. Empty
 * notes are stored as null.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409).
 */
export async function changeNotes({ kysely }: { kysely: Kysely<Tables> }, noted: Noted): Promise<void> {
  if (await change(kysely, noted)) return
  const job = await findCustomersJob(kysely, noted)
  // The customer may have opened the draft after the update, which then did not find it.
  if (job.status === 'draft' && (await change(kysely, noted))) return
  throw wrongState(job)
}

/** @returns false when the job is in another state, or is not a job of this customer. */
async function change(kysely: Kysely<Tables>, { jobId, customerId, notes }: Noted): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update job set notes = nullif(${notes}::text, '')
      where id = ${jobId} and customer_id = ${customerId} and collected_at is null
        and status in ('draft', 'posted', 'accepted') and ${isAlive}
      returning id
    ), noted as (
      insert into job_event (job_id, actor, actor_id, reason)
      select id, 'customer', ${customerId}::uuid, 'notes changed' from changed
    )
    select id from changed`.execute(kysely)
  return rows.length > 0
}
