import { deliverJob } from '#contract/app/carrier.ts'
import { uploadPhoto } from '#contract/app/customer.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import type { Output } from '../kit/api.ts'
import { onLateAnswer, sendReliably } from '../kit/waiting.ts'
import { saveDelivery, takeDelivery } from './saved-delivery.ts'

type UploadedPhoto = Output<typeof uploadPhoto>

export type Delivered = { job: CarrierJob; isPhotoLost: boolean }
export type Delivering = { photo: Blob | null; reason: string | null; tappedAt: Date }

/**
 * Queues the photo and then the delivery until the server responds. If the photo is refused, the delivery is sent
 * without it, because the payment depends on it.
 */
export async function deliverReliably(
  jobId: string,
  { photo, reason, tappedAt }: Delivering,
): Promise<Delivered> {
  saveDelivery(jobId, { tapped_at: tappedAt.toISOString(), ...(reason && { reason }) })
  const uploaded = photo && (await sendReliably(uploadPhoto, { body: photo }, jobId).catch(() => null))
  const job = await sendDelivery(jobId, uploaded)
  return { job, isPhotoLost: photo !== null && uploaded === null }
}

/**
 * Sends the delivery when the response of a queued photo upload arrives. This is needed if the page was closed before
 * it could queue the delivery. Call this before the queue is sent.
 */
export function resumeDeliveries(): void {
  onLateAnswer(({ operationId, lane }, answer) => {
    if (operationId !== uploadPhoto.operationId) return
    const uploaded = answer.ok ? (answer.body as UploadedPhoto) : null
    // An error is visible when the job is opened again.
    sendDelivery(lane, uploaded).catch(() => {})
  })
}

function sendDelivery(job_id: string, uploaded: UploadedPhoto | null): Promise<CarrierJob> {
  const body = { ...takeDelivery(job_id), ...(uploaded && { photo_id: uploaded.photo_id }) }
  return sendReliably(deliverJob, { params: { job_id }, body }, job_id)
}
