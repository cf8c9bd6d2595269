import { deliverJob } from '#contract/app/carrier.ts'
import { uploadPhoto } from '#contract/app/customer.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import type { Output } from '../kit/api.ts'
import { doSurely, onLateAnswer } from '../kit/waiting.ts'

type UploadedPhoto = Output<typeof uploadPhoto>

export type Delivered = { job: CarrierJob; isPhotoLost: boolean }

/** Both are kept until they are answered. A photo that is refused does not hold up the delivery, which is money. */
export async function deliverSurely(jobId: string, photo: Blob | null): Promise<Delivered> {
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

const sayDelivered = (job_id: string, uploaded: UploadedPhoto | null): Promise<CarrierJob> =>
  doSurely(deliverJob, { params: { job_id }, body: uploaded ? { photo_id: uploaded.photo_id } : {} }, job_id)
