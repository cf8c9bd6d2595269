import { Alert, Button, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { giveBackJob } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { useProfile } from '../carrier-failed.tsx'
import { useAct } from './use-act.ts'

/**
 * Gives the job back, after a warning: it is a strike, and the third strike suspends the carrier (DESIGN 3, Life). The
 * component stays while the act is queued, so the typed reason is still there after a refusal.
 */
export function GiveBack({ job, isOffered }: { job: CarrierJob; isOffered: boolean }) {
  const { t } = useTexts('carrier')
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const closeButton = useCloseButton()
  if (!isOffered) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('giveBack.open')}
      </Button>
      <Modal
        closeButtonProps={closeButton}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('giveBack.title')}
      >
        <Terms job={job} reason={reason} onReason={setReason} onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

type TermsProps = {
  job: CarrierJob
  reason: string
  onReason: (reason: string) => void
  onClose: () => void
}

function Terms({ job, reason, onReason, onClose }: TermsProps) {
  const { t } = useTexts('carrier')
  const { act } = useAct(job.job_id)
  const warning = useStrikeWarning()
  const giveBack = () => {
    const why = reason.replaceAll(/\s+/g, ' ').trim()
    act(giveBackJob, { body: why ? { reason: why } : {} }, t('giveBack.done'))
    onClose()
  }
  const { maxLength } = limitsOf(giveBackJob.body, 'reason')
  return (
    <Stack>
      <Text>{t('giveBack.text')}</Text>
      <Alert color="red">{warning}</Alert>
      <Textarea
        label={t('giveBack.reason')}
        description={t('giveBack.reasonHelp')}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
        {...(maxLength && { maxLength })}
      />
      <Button color="red.8" autoContrast={false} onClick={giveBack}>
        {t('giveBack.act')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('giveBack.keep')}
      </Button>
    </Stack>
  )
}

function useStrikeWarning(): string {
  const { t } = useTexts('carrier')
  const { data: profile } = useProfile()
  if (!profile) return t('giveBack.strikeUnknown')
  return profile.strikes >= 2 ? t('giveBack.strikeLast') : t('giveBack.strike', { count: profile.strikes })
}
