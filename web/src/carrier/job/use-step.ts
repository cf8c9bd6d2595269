import type { collectJob, deliverJob } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import type { Input } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendWithPhoto } from '../../kit/waiting.ts'
import type { RefusedStep } from '../refused-step.ts'
import type { StepInput } from './step-input.ts'
import { useFollow } from './use-act.ts'

type Step = typeof collectJob | typeof deliverJob

type Sent = {
  input: StepInput
  refused: RefusedStep | null
  /** Of a delivery: what else is sent. */
  more?: { code?: string; without_code?: boolean; reason?: string }
  done: string
}

/**
 * Sends a collection or a delivery with its photo through the offline queue. One that was refused keeps the instant of
 * its tap, its place and its uploaded photo.
 */
export function useStep(operation: Step, { job_id }: CarrierJob) {
  const { t } = useTexts('carrier')
  const { follow, isSending } = useFollow()
  const send = async ({ input: { photo, place }, refused, more }: Sent): Promise<CarrierJob> => {
    const kept = refused?.body
    const isUploaded = kept?.photo_id !== undefined && (!photo || photo.isSent)
    const at = kept?.place ?? place
    const body = {
      tapped_at: kept?.tapped_at ?? new Date().toISOString(),
      ...(isUploaded && { photo_id: kept.photo_id }),
      ...(at && { place: at }),
      ...more,
    }
    const picture = photo && !isUploaded ? (photo.small ?? photo.file) : null
    const request = { params: { job_id }, body } as unknown as Input<Step>
    const sent = await sendWithPhoto(operation, request, { lane: job_id, photo: picture })
    if (sent.isPhotoLost) notify({ text: t('proof.photoRefused'), kind: 'bad' })
    return sent.body
  }
  return { send: (step: Sent) => follow(send(step), () => step.done), isSending }
}
