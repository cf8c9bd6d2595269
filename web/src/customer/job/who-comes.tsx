import { Modal, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { readCarrierPhoto } from '#contract/app/sign-up.ts'
import { requestOf } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import './who-comes.css'

type Carrier = NonNullable<CustomerJob['carrier']>

/** The session's cookie goes with the request; the response is never cached. */
const urlOf = (job_id: string, picture_id: string): string =>
  requestOf(readCarrierPhoto, { params: { job_id, picture_id } }).url

type OfJob = { jobId: string; carrier: Carrier }

/**
 * The face of the carrier; the initials if there is none, or if it cannot be read, as offline. A job that an earlier
 * version of the app has saved for offline use has no `portrait_id`.
 */
export function Face({ jobId, carrier, name }: OfJob & { name: string }) {
  const { t } = useTexts('live')
  const [failed, setFailed] = useState<string | null>(null)
  const id = carrier.portrait_id
  if (!id || failed === id)
    return (
      <span className="app-face" aria-hidden>
        {initialsOf(name)}
      </span>
    )
  return (
    <img
      className="app-face"
      src={urlOf(jobId, id)}
      alt={t('who.face', { name })}
      width={56}
      height={56}
      onError={() => setFailed(id)}
    />
  )
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0])
  return letters.join('').toUpperCase()
}

export function Plate({ plate }: Partial<Pick<Carrier, 'plate'>>) {
  const { t } = useTexts('live')
  if (!plate) return null
  return (
    <p className="app-plate">
      <VisuallyHidden>{t('who.plate')} </VisuallyHidden>
      {plate}
    </p>
  )
}

/** A small photo of the vehicle, which opens in full size. */
export function VehiclePhoto({ jobId, carrier }: OfJob) {
  const { t } = useTexts('live')
  const closeButton = useCloseButton()
  const [isOpen, setOpen] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const id = carrier.vehicle_photo_id
  if (!id || failed === id) return null
  const url = urlOf(jobId, id)
  return (
    <>
      <button type="button" className="app-vehicle-photo" onClick={() => setOpen(true)}>
        <img src={url} alt={t('who.openVehicle')} width={96} height={72} onError={() => setFailed(id)} />
      </button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={carrier.plate ? `${t('who.vehicle')} · ${carrier.plate}` : t('who.vehicle')}
        size="lg"
        closeButtonProps={closeButton}
      >
        <img className="app-vehicle-whole" src={url} alt={t('who.vehicle')} />
      </Modal>
    </>
  )
}
