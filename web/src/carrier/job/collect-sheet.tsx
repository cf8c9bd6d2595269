import { Button, Modal, Stack, Text } from '@mantine/core'
import { collectJob } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { useOnline } from '../../kit/online.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { useRefusedStep } from '../refused-step.ts'
import { askedOf } from './asked-of.ts'
import { isPreparing, type StepFieldProps, sent } from './step-input.ts'
import { StepProof } from './step-proof.tsx'
import { useMissing } from './use-missing.ts'
import { useStep } from './use-step.ts'

type CollectSheetProps = StepFieldProps & { job: CarrierJob; opened: boolean; onClose: () => void }

/** Asks to confirm the collection: it cannot be undone, and once it has arrived the customer cannot cancel. */
export function CollectSheet({ opened, ...rest }: CollectSheetProps) {
  const { t } = useTexts('carrier')
  const closeButton = useCloseButton()
  return (
    <Modal opened={opened} onClose={rest.onClose} title={t('collect.title')} closeButtonProps={closeButton}>
      <Sheet {...rest} />
    </Modal>
  )
}

function Sheet({ job, input, onInput, onClose }: Omit<CollectSheetProps, 'opened'>) {
  const { t } = useTexts('carrier')
  const { collection_photo: rule } = askedOf(job)
  const refused = useRefusedStep({ jobId: job.job_id, operation: 'collectJob' })
  const isOnline = useOnline()
  const { sheet, hasTried, refuse } = useMissing()
  const { send, isSending } = useStep(collectJob, job)
  const isSaved = refused?.body.photo_id !== undefined
  const lacksPhoto = rule === 'required' && !input.photo && !isSaved
  const collect = () => {
    if (lacksPhoto) return refuse()
    send({ input, refused, done: t('job.collectedDone') })
    onInput(sent)
    onClose()
  }
  return (
    <Stack ref={sheet}>
      {refused && <Text>{refused.message}</Text>}
      {rule !== 'off' && (
        <StepProof
          step="collection"
          input={input}
          onInput={onInput}
          isNeeded={rule === 'required'}
          isMissing={hasTried && lacksPhoto}
          isSaved={isSaved}
        />
      )}
      <Text>{t(isOnline ? 'collect.text' : 'collect.textOffline')}</Text>
      <Button size="lg" loading={isSending || isPreparing(input)} onClick={collect}>
        {t('collect.act')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('collect.notYet')}
      </Button>
    </Stack>
  )
}
