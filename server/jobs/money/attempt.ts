import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import { type EffectNeeds, recheckAuthorization, waitForProcessor } from '../../payments/effects/run.ts'
import { insertPayment, type NewPayment, type Payment } from '../../payments/payment.ts'

type Trx = Transaction<Tables>

/**
 * Starts a hold for a job: inserts the payment and queues its authorisation. The caller must hold the job's lock and
 * has checked that no other attempt is in progress.
 *
 * @returns the id of the effect to run after the commit.
 * @throws Problem `wrong_state` when the id is already used, also by a concurrent request.
 */
export async function beginAttempt(trx: Trx, payment: NewPayment): Promise<string> {
  if (!(await insertPayment(trx, payment))) throw usedElsewhere
  return queueEffect(trx, { paymentId: payment.id, kind: 'authorize', amountCents: payment.amountCents })
}

export const usedElsewhere = new Problem('wrong_state', (t) => t.payments.idTaken)

/**
 * Starts another attempt without the customer, on the same card. `amountCents` may differ, when only a fee is owed.
 */
export async function beginAgain(
  trx: Trx,
  { accountId, jobId, source, methodId, processor, mode }: Payment,
  amountCents: number,
): Promise<string> {
  const who = { accountId, jobId, source, methodId, processor, mode }
  return beginAttempt(trx, { ...who, id: newId(), purpose: 'renewal', amountCents, returnUrl: null })
}

/**
 * The payments of a job except `id` and tips. Needs the lock of the job, which prevents changes meanwhile. `isTaken`:
 * money is captured and not fully refunded, or is being captured.
 */
export async function paymentsOfJob(trx: Trx, { jobId, id }: { jobId: string; id?: string }) {
  return trx
    .selectFrom('payment')
    .select(['id', 'status', 'amount_cents as amountCents'])
    .select(
      sql<boolean>`status = 'capturing' or (status = 'captured' and captured_cents > refunded_cents)`.as(
        'isTaken',
      ),
    )
    .where('job_id', '=', jobId)
    .where('purpose', '<>', 'tip')
    .$if(id !== undefined, (query) => query.where('id', '<>', id ?? ''))
    .orderBy('created_at')
    .execute()
}

/**
 * The customer reads a job whose payment waits for a confirmation: they may have just returned from their bank, so the
 * processor is queried now. Its response is stored when this returns, unless it takes longer than 3 s.
 */
export const recheckPayment = (needs: EffectNeeds, paymentId: string): Promise<void> =>
  waitForProcessor(needs, { paymentId, work: recheckAuthorization(needs, paymentId), patienceMs: 3_000 })
