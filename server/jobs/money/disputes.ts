import { type Kysely, sql, type Transaction } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import { lockPayouts } from '../../db/lock-order.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { blockingDisputes } from '../../payments/blocking-disputes.ts'
import type { OnDisputed } from '../../payments/events/needs.ts'
import { lockPaymentAndJobs } from '../../payments/payment.ts'
import { withoutReason } from '../record-staff-act.ts'
import { blockMoney, liftBlock } from './blocks.ts'

type Trx = Transaction<Tables>

/**
 * A charge is disputed, or a card network warns of fraud: blocks the payouts of the jobs it paid until staff have
 * reviewed it. A charge that filled a wallet paid every job whose transfer it funds. The block is lifted once no charge
 * of the job has a dispute of this kind.
 */
export const onDisputed: OnDisputed = async (trx, { jobIds, kind, isBlocking }) => {
  await lockPayouts(trx, jobIds)
  for (const jobId of jobIds) {
    if (isBlocking) await blockMoney(trx, { jobId, cause: kind, forHours: null })
    else if (!(await stillHolding(trx, jobId)).has(kind))
      await liftBlock(trx, { job: await readJob(trx, jobId), cause: kind })
  }
}

const readJob = (trx: Trx, jobId: string) =>
  trx.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()

/**
 * The kinds of disputes that still block a charge of the job: of payments for the job, and of the top-ups that fund its
 * transfers.
 */
async function stillHolding(trx: Trx, jobId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where job_id = ${jobId}
    union select effect.source_payment_id from payment_effect effect
    join payment on payment.id = effect.payment_id
    where payment.job_id = ${jobId} and effect.source_payment_id is not null`.execute(trx)
  const kinds = new Set<string>()
  for (const { id } of rows) for (const kind of await blockingDisputes(trx, id)) kinds.add(kind)
  return kinds
}

/**
 * Staff release a payout that a dispute or a fraud warning blocks. Another dispute on the payment still blocks it. A
 * repeated request has no effect. Without a processor the reference must be unique over processors.
 *
 * @throws Problem `not_found`.
 */
export async function releaseDispute(
  { kysely }: { kysely: Kysely<Tables> },
  {
    reference,
    by,
    ...of
  }: { processor?: string | undefined; reference: string; by: By & { reason: string } },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const [dispute, ...others] = await trx
      .selectFrom('dispute')
      .select(['processor', 'payment_id', 'kind'])
      .where('reference', '=', reference)
      .$if(of.processor !== undefined, (found) => found.where('processor', '=', of.processor ?? ''))
      .execute()
    if (!dispute || others.length > 0) throw unknownDispute
    // Locks job and payment before the dispute, in the same order as an event of the dispute, which avoids deadlocks.
    const locked = dispute.payment_id ? await lockPaymentAndJobs(trx, dispute.payment_id) : null
    const { numUpdatedRows } = await trx
      .updateTable('dispute')
      .set({ released_at: sql<Date>`now()`, release_reason: by.reason })
      .where('processor', '=', dispute.processor)
      .where('reference', '=', reference)
      .where('released_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const targets = [{ type: 'dispute' as const, id: reference }]
    await recordAudit(trx, { ...withoutReason(by), act: 'dispute.release', targets })
    if (locked) await onDisputed(trx, { ...locked, kind: dispute.kind, isBlocking: false })
  })
}

const unknownDispute = new Problem('not_found', (t) => t.payments.noDispute)
