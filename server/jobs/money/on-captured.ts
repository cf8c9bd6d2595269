import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Payment } from '../../payments/store.ts'
import { type JobRow, move } from '../move.ts'
import { beginAgain, othersOf } from './attempt.ts'
import { owedCents, priceOf } from './owed.ts'
import { shareOfDelivery, shareOfFee } from './share.ts'
import { shareOut } from './share-out.ts'
import { tellRefused } from './tell-refused.ts'

type Trx = Transaction<Tables>

/** What was owed is taken: a delivered job is completed only now (DESIGN 3, Life), and the money is shared out. */
export async function onCaptured(
  trx: Trx,
  { payment, job, capturedCents }: { payment: Payment; job: JobRow; capturedCents: number },
): Promise<void> {
  if (job.status === 'cancelled') return shareOut(trx, { payment, job, share: shareOfFee(capturedCents) })
  await move(trx, 'complete', {
    jobId: job.id,
    actor: 'system',
    actorId: null,
    reason: 'delivered and paid',
  })
  await shareOut(trx, { payment, job, share: shareOfDelivery(priceOf(job)) })
}

/**
 * The hold was gone. Once it is asked for anew on the same card, without the customer; after that the job waits for them
 * and for staff (`dray payment list --stuck`).
 */
export async function onCaptureRefused(trx: Trx, payment: Payment, job: JobRow): Promise<void> {
  const owed = owedCents(job)
  const others = await othersOf(trx, { jobId: job.id, id: payment.id })
  // A renewal on its way finds the job delivered, and is captured itself.
  if (owed === 0 || others.some(({ status }) => isTrying(status))) return
  if (payment.source === 'card' && !wasAskedAnew(payment, job)) await beginAgain(trx, payment, owed)
  else await tellRefused(trx, job)
}

const isTrying = (status: Payment['status']) => status === 'authorizing' || status === 'action_required'

function wasAskedAnew({ purpose, createdAt }: Payment, { delivered_at, cancelled_at }: JobRow): boolean {
  const owedSince = delivered_at ?? cancelled_at
  return purpose === 'renewal' && owedSince !== null && createdAt >= owedSince
}
