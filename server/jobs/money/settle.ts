import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Settle } from '../../payments/effects/outcome.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import { accountBalance, book, ledgerAccount } from '../../payments/ledger/entries.ts'
import { bookedJob, type Payment } from '../../payments/payment.ts'
import type { JobRow } from '../transition.ts'
import { onCaptured, onCaptureRefused } from './on-captured.ts'
import { onHeld } from './on-held.ts'
import { onNotHeld } from './on-not-held.ts'
import { settleTip } from './settle-tip.ts'

type Trx = Transaction<Tables>

/** Applies a processor's outcome to the job, in the transaction that stores the outcome and holds the job's lock. */
export const settleJobMoney: Settle = async (trx, settled) => {
  const { kind, payment, outcome } = settled
  const job = payment.jobId ? await readJob(trx, payment.jobId) : null
  switch (kind) {
    case 'authorize':
      if (payment.purpose === 'tip') return settleTip(trx, settled, job)
      // Given up during the request to the processor; the void is queued already.
      if (payment.status === 'releasing') return
      if (outcome.outcome === 'held') return onHeld(trx, payment, job)
      return onNotHeld(trx, { payment, outcome, job })
    case 'capture': {
      if (!job) throw new Error('the job of a captured payment is gone')
      if (payment.purpose === 'tip') return settleTip(trx, settled, job)
      if (outcome.outcome === 'refused') return onCaptureRefused(trx, payment, job)
      const { capturedCents } = outcome
      return onCaptured(trx, { payment: { ...payment, capturedCents }, job, leftCents: capturedCents })
    }
    case 'void':
      // Captured by hand on the processor's page although the hold was no longer needed: refund it.
      if (outcome.outcome === 'already_captured')
        await queueEffect(trx, {
          paymentId: payment.id,
          kind: 'refund',
          amountCents: outcome.capturedCents,
        })
      return
    case 'refund':
      return onRefunded(trx, payment)
    case 'transfer':
      return
  }
}

async function readJob(trx: Trx, id: string): Promise<JobRow | null> {
  return (await trx.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/**
 * If the money was already shared out, the platform pays the refund, less what the carrier bears of it: that is booked
 * with the decision (`share-refund.ts`).
 */
async function onRefunded(trx: Transaction<Tables>, payment: Payment): Promise<void> {
  if (payment.jobId) {
    const notice = { account_id: payment.accountId, kind: 'job_refunded' as const, job_id: payment.jobId }
    await trx.insertInto('notice').values(notice).execute()
  }
  const captured = ledgerAccount.captured(payment.id)
  await book(trx, {
    mode: payment.mode,
    jobId: bookedJob(payment),
    paymentId: payment.id,
    effectId: null,
    kind: 'correction',
    debit: ledgerAccount.platformFees,
    credit: captured,
    amountCents: Math.max(0, -(await accountBalance(trx, captured))),
  })
}
