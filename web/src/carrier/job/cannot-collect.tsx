import { Button, Modal } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { CarrierJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'

const Form = lazy(() =>
  import('./cannot-collect-form.tsx').then((file) => ({ default: file.CannotCollectForm })),
)

/** Reports that the goods cannot be collected, instead of giving the job back, which is a strike (decision 66). */
export function CannotCollect({ job, isOffered }: { job: CarrierJob; isOffered: boolean }) {
  const { t } = useTexts('carrier')
  const [isOpen, setOpen] = useState(false)
  const closeButton = useCloseButton()
  const close = () => setOpen(false)
  if (!isOffered) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('trip.open')}
      </Button>
      <Modal closeButtonProps={closeButton} opened={isOpen} onClose={close} title={t('trip.title')}>
        <Suspense fallback={null}>
          <Form job={job} onClose={close} />
        </Suspense>
      </Modal>
    </>
  )
}
