import { Button, Modal, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'

const PinsForm = lazy(() => import('./pins-form.tsx').then((file) => ({ default: file.PinsForm })))

/** Under the map of a draft of one's own: the customer checks both pins and may set them. */
export function Pins({ job }: { job: CustomerJob }) {
  const { t } = useTexts('address')
  const closeButton = useCloseButton()
  const [isOpen, setOpen] = useState(false)
  const { pins } = job
  if (!pins) return null
  const close = () => setOpen(false)
  return (
    <Stack gap="sm">
      <Text size="sm">{t('pins.lead')}</Text>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('pins.open')}
      </Button>
      <Modal closeButtonProps={closeButton} opened={isOpen} onClose={close} title={t('pins.title')}>
        <Suspense fallback={<Loading rows={3} />}>
          <PinsForm job={job} pins={pins} onClose={close} />
        </Suspense>
      </Modal>
    </Stack>
  )
}
