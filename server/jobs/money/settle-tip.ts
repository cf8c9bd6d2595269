import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { EffectOutcome, SettledEffect } from '../../payments/effects/outcome.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import { book, ledgerAccount } from '../../payments/ledger/entries.ts'
import { bookedJob, type Payment } from '../../payments/payment.ts'
import type { JobRow } from '../transition.ts'
import { payCarrier } from './share-out.ts'

type Trx = Transaction<Tables>

type Settled = SettledEffect & Extract<EffectOutcome, { kind: 'authorize' | 'capture' }>

/**
 * Applies the outcome of a tip: it is captured as soon as it is held, and is the carrier's whole. A tip that was
 * refused moves no money.
 */
export async function settleTip(trx: Trx, settled: Settled, job: JobRow | null): Promise<void> {
  const { kind, payment, outcome } = settled
  // Given up during the request to the processor; the void is queued already.
  if (payment.status === 'releasing') return
  if (kind === 'authorize' && outcome.outcome === 'held')
    await queueEffect(trx, { paymentId: payment.id, kind: 'capture', amountCents: payment.amountCents })
  if (kind === 'capture' && outcome.outcome === 'captured')
    await share(trx, { payment, job, capturedCents: outcome.capturedCents })
}

type Captured = { payment: Payment; job: JobRow | null; capturedCents: number }

async function share(trx: Trx, { payment, job, capturedCents }: Captured): Promise<void> {
  const carrierId = job?.carrier_id
  if (!job || !carrierId) throw new Error('a tip is given for a job with a carrier')
  const { mode, id: paymentId } = payment
  await book(trx, {
    ...{ mode, jobId: bookedJob(payment), paymentId, effectId: null, kind: 'share' },
    debit: ledgerAccount.captured(paymentId),
    credit: ledgerAccount.carrier(carrierId),
    amountCents: capturedCents,
  })
  const paid = { ...payment, capturedCents }
  await payCarrier(trx, { payment: paid, job, carrierId, amountCents: capturedCents })
  await trx
    .insertInto('notice')
    .values({ account_id: carrierId, kind: 'tip_received', job_id: job.id })
    .execute()
}
