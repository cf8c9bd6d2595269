import { Alert, Button, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { deliverJob } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { deliveryCodeDigits } from '#contract/proof.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { type RefusedStep, useRefusedStep } from '../refused-step.ts'
import { askedOf } from './asked-of.ts'
import { CodeField } from './code-field.tsx'
import { isPreparing, type StepFieldProps, type StepInput, sent } from './step-input.ts'
import { StepProof } from './step-proof.tsx'
import { useMissing } from './use-missing.ts'
import { useStep } from './use-step.ts'

type DeliverSheetProps = StepFieldProps & { job: CarrierJob; opened: boolean; onClose: () => void }

/** Asks to confirm the delivery, because the customer is charged afterwards: photo first, then the code. */
export function DeliverSheet({ opened, ...rest }: DeliverSheetProps) {
  const { t } = useTexts('carrier')
  const closeButton = useCloseButton()
  return (
    <Modal opened={opened} onClose={rest.onClose} title={t('deliver.title')} closeButtonProps={closeButton}>
      <Sheet {...rest} />
    </Modal>
  )
}

function Sheet({ job, input, onInput, onClose }: Omit<DeliverSheetProps, 'opened'>) {
  const { t } = useTexts('carrier')
  const asked = askedOf(job)
  const refused = useRefusedStep({ jobId: job.job_id, operation: 'deliverJob' })
  const { sheet, hasTried, refuse } = useMissing()
  const [wasEarly] = useState(() => isTooEarly(job))
  const isEarly = wasEarly || refused?.why === 'reason'
  const { send, isSending } = useStep(deliverJob, job)
  const needed = neededOf(job, { input, refused, isEarly })
  const { lacksPhoto, lacksCode, lacksReason, isWithoutCode, reason } = needed
  const submit = () => {
    if (lacksPhoto || lacksCode || lacksReason) return refuse()
    const code = asked.code && (isWithoutCode ? { without_code: true } : { code: input.code })
    send({
      input,
      refused,
      more: { ...code, ...(isEarly && { reason }) },
      done: t('job.deliveredDone'),
    })
    onInput(sent)
    onClose()
  }
  return (
    <Stack ref={sheet}>
      {refused && <Text>{refused.message}</Text>}
      {isEarly && <Alert title={t('deliver.earlyTitle')}>{t('deliver.earlyText')}</Alert>}
      {needed.asksPhoto && (
        <StepProof
          step="delivery"
          input={input}
          onInput={onInput}
          isNeeded={needed.isPhotoNeeded}
          isMissing={hasTried && lacksPhoto}
          isSaved={refused?.body.photo_id !== undefined}
        />
      )}
      {asked.code && (
        <CodeField
          input={input}
          onInput={onInput}
          triesLeft={asked.code_tries}
          isMissing={hasTried && lacksCode}
        />
      )}
      {isEarly && <ReasonField input={input} onInput={onInput} isMissing={hasTried && lacksReason} />}
      {!isEarly && <Text>{t('deliver.text')}</Text>}
      <Button size="lg" loading={isSending || isPreparing(input)} onClick={submit}>
        {t('deliver.act')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('deliver.notYet')}
      </Button>
    </Stack>
  )
}

function ReasonField({ input, onInput, isMissing }: StepFieldProps & { isMissing: boolean }) {
  const { t } = useTexts('carrier')
  return (
    <Textarea
      label={t('deliver.reason')}
      description={t('deliver.reasonHelp')}
      required
      value={input.reason}
      error={isMissing && t('deliver.reasonMissing')}
      onChange={({ currentTarget: { value } }) => onInput((now) => ({ ...now, reason: value }))}
      {...limitsOf(deliverJob.body, 'reason')}
    />
  )
}

type Entered = { input: StepInput; refused: RefusedStep | null; isEarly: boolean }

/** What the delivery needs, and what of it is missing. */
function neededOf(job: CarrierJob, { input, refused, isEarly }: Entered) {
  const asked = askedOf(job)
  const isWithoutCode = asked.code && (input.isWithoutCode || asked.code_tries === 0)
  const isPhotoNeeded = asked.delivery_photo === 'required' || isEarly || isWithoutCode
  const reason = input.reason.replaceAll(/\s+/g, ' ').trim()
  return {
    isWithoutCode,
    isPhotoNeeded,
    asksPhoto: isPhotoNeeded || asked.delivery_photo !== 'off',
    reason,
    lacksPhoto: isPhotoNeeded && !input.photo && refused?.body.photo_id === undefined,
    lacksCode: asked.code && !isWithoutCode && input.code.length !== deliveryCodeDigits,
    lacksReason: isEarly && !reason,
  }
}

/** Uses the device's clock. If it is wrong, the server still asks for the photo and the reason. */
const isTooEarly = ({ earliest_delivery_at }: CarrierJob): boolean =>
  earliest_delivery_at !== null && Date.now() < Date.parse(earliest_delivery_at)
