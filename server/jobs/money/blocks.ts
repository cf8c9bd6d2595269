import { type Kysely, sql, type Transaction } from 'kysely'
import { lockPayouts } from '../../db/lock-order.ts'
import type { BlockCause, Tables } from '../../db/tables.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import type { Processors } from '../../payments/providers/processors.ts'
import type { JobRow } from '../transition.ts'
import { paymentsOfJob } from './attempt.ts'
import { owedCents } from './owed.ts'
import { setOffPayouts } from './set-off.ts'

type Trx = Transaction<Tables>

/** Whether the money of a row of `job` is blocked: no capture, no payout to the carrier. */
export const isBlocked = sql<boolean>`exists (
  select from money_block b where b.job_id = job.id and b.lifted_at is null)`

/**
 * Blocks the money of a job until the block is lifted. A running request to the processor continues; a transfer to the
 * carrier that has not started is parked. The caller must hold the job's lock.
 *
 * @param forHours after which the block lifts; null when a person has to decide.
 */
export async function blockMoney(
  trx: Trx,
  { jobId, cause, forHours }: { jobId: string; cause: BlockCause; forHours: number | null },
): Promise<void> {
  const block = {
    until: forHours === null ? null : sql<Date>`now() + make_interval(hours => ${forHours})`,
    created_at: sql<Date>`now()`,
    lifted_at: null,
  }
  await trx
    .insertInto('money_block')
    .values({ job_id: jobId, cause, ...block })
    .onConflict((conflict) => conflict.columns(['job_id', 'cause']).doUpdateSet(block))
    .execute()
  await lockPayouts(trx, [jobId])
  await parkTransfers(trx, jobId)
}

/**
 * Lifts one block. If it was the last, the capture of a delivered job is queued; parked transfers become due with the
 * next run of `pay-owed.ts`, less what the carrier still bears of refunds. The caller must hold the job's lock.
 *
 * @returns false when the block was lifted before, or never existed.
 */
export async function liftBlock(
  trx: Trx,
  { job, cause }: { job: JobRow; cause: BlockCause },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('money_block')
    .set({ lifted_at: sql<Date>`now()` })
    .where('job_id', '=', job.id)
    .where('cause', '=', cause)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (await isMoneyBlocked(trx, job.id)) return true
  await captureHeld(trx, job)
  await setOffPayouts(trx, job.id)
  return true
}

export async function isMoneyBlocked(kysely: Kysely<Tables>, jobId: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .where(isBlocked)
    .executeTakeFirst()
  return row !== undefined
}

/** Without a hold no amount is charged here: a renewal in progress captures it, or the customer pays (`owed.ts`). */
async function captureHeld(trx: Trx, job: JobRow): Promise<void> {
  const owed = owedCents(job)
  if (owed === 0) return
  const held = (await paymentsOfJob(trx, { jobId: job.id })).find(({ status }) => status === 'held')
  if (!held) return
  const amountCents = Math.min(owed, held.amountCents)
  await queueEffect(trx, { paymentId: held.id, kind: 'capture', amountCents })
}

/** `infinity`, as for a carrier without a payout account: such effects are not listed as failures. */
async function parkTransfers(trx: Trx, jobId: string): Promise<void> {
  await sql`
    update payment_effect effect set due_at = 'infinity' from payment
    where payment.id = effect.payment_id and payment.job_id = ${jobId}
      and effect.kind = 'transfer' and effect.status = 'due'`.execute(trx)
}

/** Whether the hold of a job is real money. A processor that is no longer connected counts as real. */
export async function movesRealMoney(
  { kysely, processors }: { kysely: Kysely<Tables>; processors: Pick<Processors, 'named'> },
  jobId: string,
): Promise<boolean> {
  const payment = await kysely
    .selectFrom('payment')
    .select(['processor', 'mode'])
    .where('job_id', '=', jobId)
    .where('held_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!payment || payment.mode === 'test') return false
  return processors.named(payment.processor)?.movesRealMoney ?? true
}
