import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import { attachUploads } from '../photos/attach.ts'
import { findCarriersJob } from './find-job.ts'
import type { JobMoney } from './money/hold.ts'
import { note } from './move.ts'
import { wrongState } from './wrong-state.ts'

export type DeliverNeeds = { kysely: Kysely<Tables>; money: Pick<JobMoney, 'onDelivered'> }
export type Delivery = { jobId: string; carrierId: string; photoName: string | null }

/**
 * Delivered, by the carrier's word: the capture is queued with it, and the job is `completed` when that is confirmed
 * (DESIGN 3, Life). Repeating it changes nothing.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409), `validation_error` (400) on `photo_id`.
 */
export async function deliverJob({ kysely, money }: DeliverNeeds, delivery: Delivery): Promise<void> {
  const { jobId, carrierId, photoName } = delivery
  const delivered = await kysely.transaction().execute(async (trx) => {
    const job = await note(trx, 'deliver', {
      jobId,
      actor: 'carrier',
      actorId: carrierId,
      where: sql<boolean>`job.carrier_id = ${carrierId} and job.delivered_at is null`,
      reason: 'delivered',
    })
    if (!job) return false
    if (photoName !== null) await attachPhoto(trx, { jobId, carrierId, photoName })
    await money.onDelivered(trx, job)
    return true
  })
  if (delivered) return
  const job = await findCarriersJob(kysely, { jobId, carrierId })
  if (!job.delivered_at || job.status === 'cancelled') throw wrongState(job)
}

async function attachPhoto(
  trx: Transaction<Tables>,
  { jobId, carrierId, photoName }: { jobId: string; carrierId: string; photoName: string },
): Promise<void> {
  const uploads = { jobId, accountId: carrierId, names: [photoName], purpose: 'delivery' as const }
  if (!(await attachUploads(trx, uploads))) throw unusableUpload('photo_id')
}

/** @param field under which the caller named it. */
export const unusableUpload = (field: 'photo_id' | 'photo_ids') =>
  new Problem(
    'validation_error',
    {
      en: 'A photo cannot be used; see `details`.',
      es: 'Una foto no se puede usar; consulta `details`.',
    },
    {
      details: {
        [field]: {
          en: 'was not uploaded by you in the last day, or is used already',
          es: 'no la has subido tú en el último día, o ya se ha usado',
        },
      },
    },
  )
