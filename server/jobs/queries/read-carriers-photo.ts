import { type Kysely, sql } from 'kysely'
import { type CustomersPhoto, openCustomersPhoto } from '../../accounts/carrier-photos/customers-photo.ts'
import type { PictureNeeds } from '../../accounts/documents/document.ts'
import type { Tables } from '../../db/tables.ts'
import { seesCarrier } from '../contact-time.ts'

type Asked = { jobId: string; customerId: string; pictureId: string }

/**
 * Opens a photo of the carrier of a job, for its customer (decision 81). The caller must read or destroy the stream.
 *
 * @returns null, in the same way, for a job of another account, before the acceptance, after the contact time, and for
 *   a photo that is not shown at present.
 * @throws {ProviderError} the storage failed.
 */
export async function readCarriersPhoto(
  needs: PictureNeeds,
  { jobId, customerId, pictureId }: Asked,
): Promise<CustomersPhoto | null> {
  const job = await findJob(needs.kysely, { jobId, customerId })
  if (!job?.carrier_id || !seesCarrier(job, job.now)) return null
  return openCustomersPhoto(needs, { carrierId: job.carrier_id, pictureId })
}

const findJob = (kysely: Kysely<Tables>, { jobId, customerId }: Pick<Asked, 'jobId' | 'customerId'>) =>
  kysely
    .selectFrom('job')
    .select([
      'status',
      'carrier_id',
      'accepted_at',
      'completed_at',
      'cancelled_at',
      sql<Date>`now()`.as('now'),
    ])
    .where('id', '=', jobId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
