import { type Kysely, sql, type Transaction } from 'kysely'
import type { Calls } from '../../calls/calls.ts'
import type { CallProvider } from '../../calls/provider.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import { isKnownToOther } from '../contact-time.ts'
import { lockCarriersJob, lockCustomersJob } from '../find-job.ts'
import type { JobRow } from '../transition.ts'

type Trx = Transaction<Tables>

export type OpenLineNeeds = {
  kysely: Kysely<Tables>
  calls: Calls
  /** Called with each failure of the provider; the message contains no number. */
  onCallError: (error: Error) => void
}

type Asked = { jobId: string; accountId: string; side: 'customer' | 'carrier' }

/** A number ends after so many days; a later call asks for another. */
const lineDays = 30

/**
 * Gets the number over which the two sides of a job call each other, once for both. The row is written before the
 * provider is asked, with its id as the key; a repetition after a lost answer asks with the same key.
 *
 * @throws Problem `not_found`; `wrong_state` without a provider, or after the contact time; `service_unavailable` when
 *   the provider fails: the number of the other person is never shown instead.
 */
export async function openLine(needs: OpenLineNeeds, asked: Asked): Promise<void> {
  const line = await needs.kysely.transaction().execute((trx) => begin(trx, needs, asked))
  if (!line) return
  const { provider, id, phones, endsAt } = line
  try {
    const opened = await provider.open({ key: id, phones, endsAt }, AbortSignal.timeout(timeoutMs))
    await store(needs.kysely, id, opened)
  } catch (error) {
    needs.onCallError(asSafe(provider, error))
    await noteFailure(needs.kysely, id, asSafe(provider, error).message)
    throw unavailable
  }
}

/** A person waits for the number. */
const timeoutMs = 8_000

type Line = { id: string; provider: CallProvider; phones: [string, string]; endsAt: Date }

/** @returns null when the number is there already. */
async function begin(trx: Trx, { calls }: OpenLineNeeds, asked: Asked): Promise<Line | null> {
  const { jobId, accountId } = asked
  const job =
    asked.side === 'customer'
      ? await lockCustomersJob(trx, { jobId, customerId: accountId })
      : await lockCarriersJob(trx, { jobId, carrierId: accountId })
  const provider = calls.of(job.mode)
  if (!provider) throw direct
  const phones = await readPhones(trx, job)
  if (!phones || !job.carrier_id || !isKnownToOther(job, job.now)) throw over
  await endOthers(trx, job, provider.name)
  const known = await trx
    .selectFrom('call_line')
    .select(['id', 'status', 'ends_at as endsAt'])
    .where('job_id', '=', jobId)
    .where('status', 'in', ['opening', 'open'])
    .executeTakeFirst()
  if (known?.status === 'open') return null
  if (known)
    await trx.updateTable('call_line').set({ due_at: askedUntil }).where('id', '=', known.id).execute()
  const { id, endsAt } = known ?? (await insertLine(trx, job, provider.name))
  return { id, provider, phones, endsAt }
}

/**
 * SQL, on a row of `call_line`: from when on its number may be given back. While a request for it may still be running,
 * the provider does not know it yet, and would open it after it was closed.
 */
export const closeFromSql = sql<Date>`case when call_line.reference is null then greatest(now(), call_line.due_at) else now() end`

/** Longer than a request for a number takes. */
const askedUntil = sql<Date>`now() + interval '1 minute'`

/** A line of an earlier carrier, of another provider, or past its end. */
async function endOthers(trx: Trx, { id, carrier_id }: JobRow, provider: string): Promise<void> {
  await sql`
    update call_line set status = 'closing', due_at = ${closeFromSql}
    where job_id = ${id} and status in ('opening', 'open')
      and (carrier_id <> ${carrier_id} or provider <> ${provider} or ends_at <= now())`.execute(trx)
}

const insertLine = (trx: Trx, job: JobRow, provider: string) =>
  trx
    .insertInto('call_line')
    .values({
      job_id: job.id,
      carrier_id: job.carrier_id ?? '',
      provider,
      ...{ status: 'opening', due_at: askedUntil },
      ends_at: sql<Date>`now() + make_interval(days => ${lineDays})`,
    })
    .returning(['id', 'ends_at as endsAt'])
    .executeTakeFirstOrThrow()

/** Null once the number of one of them is removed. */
async function readPhones(trx: Trx, job: JobRow): Promise<[string, string] | null> {
  const carrier = await trx
    .selectFrom('account')
    .select('phone')
    .where('id', '=', job.carrier_id)
    .executeTakeFirst()
  return job.customer_phone && carrier?.phone ? [job.customer_phone, carrier.phone] : null
}

/** A line whose end was asked for meanwhile gets only its reference, and is closed with it. */
async function store(
  kysely: Kysely<Tables>,
  id: string,
  { number, reference }: { number: string; reference: string },
): Promise<void> {
  await sql`
    update call_line set reference = ${reference}, last_error = null,
      number = case when status in ('opening', 'open') then ${number} end,
      due_at = case when status in ('opening', 'open') then due_at else now() end,
      status = case when status in ('opening', 'open') then 'open' else 'closing' end
    where id = ${id}`.execute(kysely)
}

const noteFailure = (kysely: Kysely<Tables>, id: string, error: string) =>
  kysely
    .updateTable('call_line')
    .set({ last_error: error, attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('status', '=', 'opening')
    .execute()

/** An unexpected error may quote a number, so only its name is kept. */
export const asSafe = ({ name }: CallProvider, error: unknown): ProviderError =>
  error instanceof ProviderError
    ? error
    : new ProviderError(name, `unexpected ${error instanceof Error ? error.name : typeof error}`, {
        retryable: true,
        outcome: 'unknown',
      })

const direct = new Problem('wrong_state', (t) => t.jobs.callDirect)
const over = new Problem('wrong_state', (t) => t.jobs.callOver)
const unavailable = new Problem('service_unavailable', (t) => t.jobs.callFailed, { retryAfterSeconds: 30 })
