import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { newId, randomAlphanumeric } from '../../lib/ids.ts'
import { insertJob } from '../insert-job.ts'
import { sameTrip } from '../same-trip.ts'
import { type JobRow, transition } from '../transition.ts'
import { copyWishes } from '../windows/save-wishes.ts'
import { moveHold } from './move-hold.ts'

type Trx = Transaction<Tables>

/**
 * Offers a job that its carrier gave back or cannot do to the other carriers: a successor with the same trip, price
 * and terms, the photos, the wishes and the hold (decision 65). It belongs to the key of the job, so it is in the
 * statements of the partner, but no call of the key reads it (spec 4.3). The caller has ended the job in this
 * transaction.
 *
 * @param paymentId of `findMovableHold`.
 */
export async function offerAgain(
  trx: Trx,
  { job, paymentId }: { job: JobRow; paymentId: string },
): Promise<void> {
  const id = await insertSuccessor(trx, job)
  await copyWishes(trx, { from: job.id, to: id })
  await moveHold(trx, { paymentId, from: job.id, to: id })
  await trx
    .updateTable('photo')
    .set({ job_id: id })
    .where('job_id', '=', job.id)
    .where('purpose', '=', 'item')
    .execute()
  const posted = await transition(trx, 'publish', {
    jobId: id,
    actor: 'system',
    actorId: null,
    set: {
      predecessor_id: job.id,
      first_job_id: job.first_job_id ?? job.id,
      // The instants of its payment and photos are those of the first job, in a world of the sandbox too.
      aged_ms: job.aged_ms,
    },
    reason: 'offered again with the same hold',
  })
  if (!posted) throw new Error('the successor that was just inserted is gone')
}

async function insertSuccessor(trx: Trx, job: JobRow): Promise<string> {
  const id = newId()
  const isInserted = await insertJob(trx, {
    ...sameTrip(job),
    id,
    shortId: randomAlphanumeric(14),
    keyId: job.key_id,
    world: job.sandbox_world,
    externalReference: null,
    origin: 'app',
    customerId: job.customer_id,
    customerPhone: job.customer_phone ?? '',
    collectHours: job.collect_hours,
    tripFeeCents: job.trip_fee_cents,
    lifetimeSeconds: 0,
  })
  if (!isInserted) throw new Error('the new id of a successor is taken')
  const created = { job_id: id, actor: 'system' as const, actor_id: null, to_status: 'draft' as const }
  await trx
    .insertInto('job_event')
    .values({ ...created, reason: `continues ${job.id}` })
    .execute()
  return id
}
