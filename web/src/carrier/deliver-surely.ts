import { deliverJob } from '#contract/app/carrier.ts'
import { uploadPhoto } from '#contract/app/customer.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import type { Output } from '../kit/api.ts'
import { doSurely, onLateAnswer } from '../kit/waiting.ts'
import { keepDelivery, takeDelivery } from './kept-delivery.ts'

type UploadedPhoto = Output<typeof uploadPhoto>

export type Delivered = { job: CarrierJob; isPhotoLost: boolean }
export type Delivering = { photo: Blob | null; reason: string | null; tappedAt: Date }

/** Both are kept until they are answered. A photo that is refused does not hold up the delivery, which is money. */
export async function deliverSurely(
  jobId: string,
  { photo, reason, tappedAt }: Delivering,
): Promise<Delivered> {
  keepDelivery(jobId, { tapped_at: tappedAt.toISOString(), ...(reason && { reason }) })
  const uploaded = photo && (await doSurely(uploadPhoto, { body: photo }, jobId).catch(() => null))
  const job = await sayDelivered(jobId, uploaded)
  return { job, isPhotoLost: photo !== null && uploaded === null }
}

/**
 * The page may be closed between the photo and the word that goes with it: whichever page then hears of the photo goes on.
 * To be called before anything is sent.
 */
export function goOnAfterPhotos(): void {
  onLateAnswer(({ operationId, lane }, answer) => {
    if (operationId !== uploadPhoto.operationId) return
    const uploaded = answer.ok ? (answer.body as UploadedPhoto) : null
    // A refusal shows when the job is looked at again.
    sayDelivered(lane, uploaded).catch(() => {})
  })
}

function sayDelivered(job_id: string, uploaded: UploadedPhoto | null): Promise<CarrierJob> {
  const body = { ...takeDelivery(job_id), ...(uploaded && { photo_id: uploaded.photo_id }) }
  return doSurely(deliverJob, { params: { job_id }, body }, job_id)
}
