import { Button, FileButton, Modal, Stack, Text } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CarrierJob } from '#contract/app/job.ts'
import { useCloseButton } from '../../app/close-button.ts'
import { smaller } from '../../app/start/smaller.ts'
import { notify } from '../../kit/notices.tsx'
import { deliverSurely } from '../deliver-surely.ts'
import { useFollow } from './use-act.ts'

/** With an address of the phone's own memory, to show it before it is sent. */
type Photo = { file: File; url: string }

type DeliverSheetProps = { job: CarrierJob; opened: boolean; onClose: () => void }

/** Asks once more, since the customer is charged then; with a photo for who takes one. */
export function DeliverSheet({ job, opened, onClose }: DeliverSheetProps) {
  const { t } = useTranslation('carrier')
  const closeButton = useCloseButton()
  return (
    <Modal opened={opened} onClose={onClose} title={t('deliver.title')} closeButtonProps={closeButton}>
      <Sheet job={job} onClose={onClose} />
    </Modal>
  )
}

function Sheet({ job, onClose }: Omit<DeliverSheetProps, 'opened'>) {
  const { t } = useTranslation('carrier')
  const [photo, setPhoto] = useState<Photo | null>(null)
  const { follow, isSent } = useFollow()
  const choose = (file: File | null) => {
    if (photo) URL.revokeObjectURL(photo.url)
    setPhoto(file && { file, url: URL.createObjectURL(file) })
  }
  const deliver = async () => {
    const { job: delivered, isPhotoLost } = await deliverSurely(
      job.job_id,
      photo && (await smaller(photo.file)),
    )
    if (isPhotoLost) notify({ text: t('deliver.photoRefused'), kind: 'bad' })
    return delivered
  }
  const send = () => {
    follow(deliver(), () => t('job.deliveredDone'))
    onClose()
  }
  return (
    <Stack>
      <Text>{t('deliver.text')}</Text>
      <PhotoField photo={photo} onPhoto={choose} />
      <Button size="lg" loading={isSent} onClick={send}>
        {t('deliver.act')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('deliver.notYet')}
      </Button>
    </Stack>
  )
}

type PhotoFieldProps = { photo: Photo | null; onPhoto: (file: File | null) => void }

function PhotoField({ photo, onPhoto }: PhotoFieldProps) {
  const { t } = useTranslation('carrier')
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('deliver.photo')}</Text>
      <Text size="sm" c="dimmed">
        {t('deliver.photoHelp')}
      </Text>
      {photo && <img className="carrier-preview" src={photo.url} alt={t('deliver.preview')} />}
      <FileButton accept="image/*" capture="environment" onChange={onPhoto}>
        {(button) => (
          <Button {...button} variant="default" leftSection={<IconCamera size={20} aria-hidden />}>
            {photo ? t('deliver.again') : t('deliver.take')}
          </Button>
        )}
      </FileButton>
      {photo && (
        <Button variant="subtle" onClick={() => onPhoto(null)}>
          {t('deliver.remove')}
        </Button>
      )}
    </Stack>
  )
}
