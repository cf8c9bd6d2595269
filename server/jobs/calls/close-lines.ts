import { type Kysely, sql } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { Calls } from '../../calls/calls.ts'
import type { CallProvider } from '../../calls/provider.ts'
import type { Tables } from '../../db/tables.ts'
import { forEachSettled } from '../../lib/for-each-settled.ts'
import { contactDays } from '../contact-time.ts'
import { asSafe, closeFromSql } from './open-line.ts'

export type CloseLinesNeeds = {
  kysely: Kysely<Tables>
  calls: Calls
  onCallError: (error: Error) => void
}

/**
 * Gives numbers back to their provider: after the contact time, after a change of the carrier, and of an erased person.
 * Repeated until the provider has confirmed it, or the number has ended there by itself.
 */
export async function closeLines(needs: CloseLinesNeeds, signal: AbortSignal): Promise<void> {
  await endContacts(needs.kysely)
  const { rows } = await claim(needs.kysely)
  await forEachSettled(rows, signal, (line) => close(needs, line))
}

/** The end of the contact is as in `isKnownToOther`. */
const endContacts = (kysely: Kysely<Tables>) =>
  sql`
    update call_line set status = 'closing', due_at = ${closeFromSql} from job
    where job.id = call_line.job_id and call_line.status in ('opening', 'open') and (
      call_line.ends_at <= now() or call_line.carrier_id is distinct from job.carrier_id
      or coalesce(job.completed_at, job.cancelled_at) <= now() - make_interval(days => ${contactDays}))`.execute(
    kysely,
  )

type Claimed = {
  id: string
  provider: string
  reference: string | null
  mode: KeyMode
  isOver: boolean
  attempts: number
}

const batch = 100

/** Another node finds a claimed line not due for a minute, longer than the request takes. */
const claim = (kysely: Kysely<Tables>) =>
  sql<Claimed>`
    update call_line line set due_at = now() + interval '1 minute', attempts = attempts + 1 from job
    where job.id = line.job_id and line.id in (
      select id from call_line where status = 'closing' and due_at <= now()
      order by due_at limit ${batch} for update skip locked)
    returning line.id, line.provider, line.reference, job.mode, line.ends_at <= now() as "isOver", line.attempts`.execute(
    kysely,
  )

async function close({ kysely, calls, onCallError }: CloseLinesNeeds, line: Claimed): Promise<void> {
  const provider = calls.of(line.mode)
  const isSame = provider?.name === line.provider
  // The provider that gave it is no longer connected, and ends it by itself.
  if (!provider || !isSame) return line.isOver ? end(kysely, line.id) : postpone(kysely, line, null)
  try {
    await provider.close({ key: line.id, reference: line.reference }, AbortSignal.timeout(timeoutMs))
    await end(kysely, line.id)
  } catch (error) {
    const failure = asSafe(provider satisfies CallProvider, error)
    onCallError(failure)
    await (line.isOver ? end(kysely, line.id) : postpone(kysely, line, failure.message))
  }
}

const timeoutMs = 10_000

async function end(kysely: Kysely<Tables>, id: string): Promise<void> {
  await kysely
    .updateTable('call_line')
    .set({ status: 'closed', number: null, reference: null, last_error: null })
    .where('id', '=', id)
    .where('status', '=', 'closing')
    .execute()
}

/** A minute, doubled with each failure up to an hour. */
async function postpone(kysely: Kysely<Tables>, line: Claimed, error: string | null): Promise<void> {
  const seconds = Math.min(3_600, 60 * 2 ** Math.min(line.attempts, 6))
  await kysely
    .updateTable('call_line')
    .set({ due_at: sql<Date>`now() + make_interval(secs => ${seconds})`, last_error: error })
    .where('id', '=', line.id)
    .where('status', '=', 'closing')
    .execute()
}
