import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import type { JobAt, Side } from './threads.ts'

/** Messages of one person in one job, in all threads together, without reports of messages. */
const limits = { perMinute: 12, perHour: 120, perJob: 400 }

/**
 * The caller must hold the job's lock, or ask again under it, so that concurrent requests cannot pass together.
 *
 * @throws Problem `rate_limit_exceeded` (429), `wrong_state` (409) when the job has too many messages.
 */
export async function checkLimits(
  kysely: Kysely<Tables>,
  { id, carrier_id, customer_id, now }: JobAt,
  side: Side,
): Promise<void> {
  const accountId = side === 'carrier' ? carrier_id : customer_id
  const { rows } = await sql<{ total: number; minute: Date | null; hour: Date | null }>`
    with own as (
      select created_at, row_number() over (order by position desc) as nth from job_message
      where job_id = ${id} and sender = ${side} and report_kind is null
        and (sender = 'customer' or carrier_id = ${accountId})
    )
    select (select count(*) from own)::integer as total,
      (select created_at from own where nth = ${limits.perMinute}) as minute,
      (select created_at from own where nth = ${limits.perHour}) as hour`.execute(kysely)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row')
  if (row.total >= limits.perJob) throw full
  const waitSeconds = Math.max(secondsLeft(row.minute, 60, now), secondsLeft(row.hour, 3_600, now))
  if (waitSeconds > 0)
    throw new Problem('rate_limit_exceeded', (t) => t.jobs.tooManyMessages, {
      retryAfterSeconds: waitSeconds,
    })
}

/** @param at when the message was sent that is the last one of a full window; null if the window has room. */
const secondsLeft = (at: Date | null, windowSeconds: number, now: Date): number =>
  at === null ? 0 : Math.ceil((at.getTime() - now.getTime()) / 1_000 + windowSeconds)

const full = new Problem('wrong_state', (t) => t.jobs.tooManyInJob, { asksSupport: true })
