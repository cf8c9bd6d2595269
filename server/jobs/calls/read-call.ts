import { type Kysely, sql } from 'kysely'
import type { Calls } from '../../calls/calls.ts'
import type { Tables } from '../../db/tables.ts'
import { isKnownToOther } from '../contact-time.ts'
import type { JobRow } from '../transition.ts'

/** How one side of a job can call the other, and the number for it, if there is one now. */
export type CallView = { way: 'direct' | 'masked' | 'none'; phone: string | null }

export type CallNeeds = { kysely: Kysely<Tables>; calls: Calls }

export const noCall: CallView = { way: 'none', phone: null }

/**
 * With a provider the number of the other person is in no answer, also when the provider fails: then there is no number
 * (decision 78).
 *
 * @param phone of the other person.
 */
export async function readCall(
  { kysely, calls }: CallNeeds,
  job: JobRow,
  phone: string | null,
): Promise<CallView> {
  const { now } = await kysely.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  if (!job.carrier_id || !isKnownToOther(job, now)) return noCall
  const provider = calls.of(job.mode)
  if (!provider) return phone === null ? noCall : { way: 'direct', phone }
  const line = await kysely
    .selectFrom('call_line')
    .select('number')
    .where('job_id', '=', job.id)
    .where('carrier_id', '=', job.carrier_id)
    .where('provider', '=', provider.name)
    .where('status', '=', 'open')
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return { way: 'masked', phone: line?.number ?? null }
}
