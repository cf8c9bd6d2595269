import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { queueEffect } from '../../payments/effects.ts'
import type { Authorization } from '../../payments/processor.ts'
import type { Payment } from '../../payments/store.ts'
import { type JobRow, note } from '../move.ts'
import { othersOf } from './attempt.ts'
import { owedCents } from './owed.ts'
import { tellRefused } from './tell-refused.ts'

type Trx = Transaction<Tables>

type NotHeld = { payment: Payment; outcome: Authorization; job: JobRow | null }

/**
 * An attempt was refused, or wants the customer where none is. Of a customer who pays nothing follows: the draft, or the
 * hidden job, stays as it is. Where Dray asked by itself, a posted job goes out of the feed, and the customer hears.
 */
export async function onNotHeld(trx: Trx, { payment, outcome, job }: NotHeld): Promise<void> {
  if (payment.purpose !== 'renewal') return
  const { id: paymentId, amountCents } = payment
  if (outcome.outcome === 'action_required') await queueEffect(trx, { paymentId, kind: 'void', amountCents })
  if (!job) return
  const why = outcome.outcome === 'refused' ? outcome.refusal : 'not_confirmed'
  if (owedCents(job) > 0) await tellUnlessTaken(trx, job)
  else if (job.status === 'posted' && !job.hidden_at) await hide(trx, job, why)
}

/** The hold it was to replace may still give what is owed; when that is refused too, the customer hears then. */
async function tellUnlessTaken(trx: Trx, job: JobRow): Promise<void> {
  const payments = await othersOf(trx, { jobId: job.id })
  if (payments.some(({ isTaken }) => isTaken)) return
  await tellRefused(trx, job)
}

const hide = (trx: Trx, { id }: JobRow, why: string) =>
  note(trx, 'hide', {
    jobId: id,
    actor: 'system',
    actorId: null,
    reason: `the hold could not be renewed: ${why}`,
  })
