import type { Transaction } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { queueEffect } from '../../payments/effects.ts'
import type { Payment } from '../../payments/store.ts'
import { type JobRow, move, note } from '../move.ts'
import { othersOf } from './attempt.ts'
import { isMoneyBlocked } from './blocks.ts'
import { owedCents } from './owed.ts'

type Trx = Transaction<Tables>
type Taking = (trx: Trx, payment: Payment, job: JobRow) => Promise<boolean>

/**
 * Money for a job is held, and the job, which the caller holds too, takes it for what it needs by now: to be published, to
 * stay posted or accepted on a younger hold, to be paid. A hold that nobody needs any more is given back at once.
 */
export async function onHeld(trx: Trx, payment: Payment, job: JobRow | null): Promise<void> {
  if (job && (await takers[job.status](trx, payment, job))) return
  await queueEffect(trx, { paymentId: payment.id, kind: 'void', amountCents: payment.amountCents })
}

/** The hold was asked for while the draft lived, so it is published also when it has expired since. */
const publish: Taking = async (trx, _payment, { id }) =>
  (await move(trx, 'publish', {
    jobId: id,
    actor: 'system',
    actorId: null,
    reason: 'the total is held',
  })) !== null

/** The new hold is there before the old one goes; both at the commit. */
const replace: Taking = async (trx, payment, job) => {
  const others = await othersOf(trx, { jobId: job.id, id: payment.id })
  if (others.some(({ isTaken }) => isTaken)) return false
  for (const { id, status, amountCents } of others) {
    if (status === 'held') await queueEffect(trx, { paymentId: id, kind: 'void', amountCents })
  }
  if (job.hidden_at) await show(trx, payment, job)
  return true
}

const show = (trx: Trx, { purpose, accountId }: Payment, { id: jobId }: JobRow) =>
  note(trx, 'show', {
    jobId,
    ...(purpose === 'publish'
      ? { actor: 'customer', actorId: accountId }
      : { actor: 'system', actorId: null }),
    reason: 'the total is held again',
  })

/** A second try to take what an earlier hold did not give. A fee that was given back is not taken again. */
const pay: Taking = async (trx, payment, job) => {
  const others = await othersOf(trx, { jobId: job.id, id: payment.id })
  const amountCents = Math.min(owedCents(job), payment.amountCents)
  const isPaid = others.some(
    ({ status, isTaken }) => isTaken || (job.status === 'cancelled' && status === 'captured'),
  )
  if (amountCents === 0 || isPaid) return false
  await queueEffect(trx, { paymentId: payment.id, kind: 'capture', amountCents })
  return true
}

const takers: Record<JobStatus, Taking> = {
  draft: publish,
  posted: replace,
  // While the money is blocked, a hold is kept and not taken.
  accepted: async (trx, payment, job) => {
    const isDue = job.delivered_at !== null && !(await isMoneyBlocked(trx, job.id))
    return (isDue ? pay : replace)(trx, payment, job)
  },
  completed: async () => false,
  cancelled: pay,
}
