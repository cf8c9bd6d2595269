import { Alert, Button, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { deliverJob } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { smaller } from '../../shared/smaller-photo.ts'
import { deliverReliably } from '../deliver-reliably.ts'
import { type DeliveryInput, type DoorPhoto, PhotoField } from './photo-field.tsx'
import { useFollow } from './use-act.ts'

type DeliverSheetProps = {
  job: CarrierJob
  deliveryInput: DeliveryInput
  onDeliveryInput: (deliveryInput: DeliveryInput) => void
  opened: boolean
  onClose: () => void
}

/** Asks to confirm the delivery, because the customer is charged afterwards. A photo can be added. */
export function DeliverSheet({ opened, ...rest }: DeliverSheetProps) {
  const { t } = useTexts('carrier')
  const closeButton = useCloseButton()
  return (
    <Modal opened={opened} onClose={rest.onClose} title={t('deliver.title')} closeButtonProps={closeButton}>
      <Sheet {...rest} />
    </Modal>
  )
}

function Sheet({ job, deliveryInput, onDeliveryInput, onClose }: Omit<DeliverSheetProps, 'opened'>) {
  const { t } = useTexts('carrier')
  const { photo, reason } = deliveryInput
  const [hasTried, setTried] = useState(false)
  const [isEarly] = useState(() => isTooEarly(job))
  const { send, isSending } = useDeliver(job, onClose)
  const why = reason.replaceAll(/\s+/g, ' ').trim()
  const submit = () => {
    setTried(true)
    if (!isEarly || (photo && why)) send(photo, isEarly ? why : null)
  }
  return (
    <Stack>
      {isEarly ? (
        <Alert title={t('deliver.earlyTitle')}>{t('deliver.earlyText')}</Alert>
      ) : (
        <Text>{t('deliver.text')}</Text>
      )}
      <PhotoField
        photo={photo}
        onPhoto={(taken) => onDeliveryInput({ ...deliveryInput, photo: taken })}
        isNeeded={isEarly}
        isMissing={hasTried && isEarly && !photo}
      />
      {isEarly && (
        <Textarea
          label={t('deliver.reason')}
          description={t('deliver.reasonHelp')}
          required
          value={reason}
          error={hasTried && !why && t('deliver.reasonMissing')}
          onChange={(event) => onDeliveryInput({ ...deliveryInput, reason: event.currentTarget.value })}
          {...limitsOf(deliverJob.body, 'reason')}
        />
      )}
      <Button size="lg" loading={isSending} onClick={submit}>
        {t('deliver.act')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('deliver.notYet')}
      </Button>
    </Stack>
  )
}

/** Uses the device's clock. If it is wrong, the server still asks for the photo and the reason. */
const isTooEarly = ({ earliest_delivery_at }: CarrierJob): boolean =>
  earliest_delivery_at !== null && Date.now() < Date.parse(earliest_delivery_at)

function useDeliver({ job_id }: CarrierJob, onClose: () => void) {
  const { t } = useTexts('carrier')
  const { follow, isSending } = useFollow()
  const deliver = async (photo: DoorPhoto | null, reason: string | null) => {
    const tappedAt = new Date()
    const picture = photo && (await smaller(photo.file))
    const { job, isPhotoLost } = await deliverReliably(job_id, { photo: picture, reason, tappedAt })
    if (isPhotoLost) notify({ text: t('deliver.photoRefused'), kind: 'bad' })
    return job
  }
  const send = (photo: DoorPhoto | null, reason: string | null) => {
    follow(deliver(photo, reason), () => t('job.deliveredDone'))
    onClose()
  }
  return { send, isSending }
}
