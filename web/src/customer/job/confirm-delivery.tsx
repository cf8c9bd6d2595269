import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { confirmDelivery } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { IconPackage } from '../../kit/icons.ts'
import { notify } from '../../kit/notices.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably } from '../../kit/waiting.ts'
import { dayAndTime } from '../../kit/when.ts'
import { toNewState } from '../../shared/new-state.ts'
import { rememberJob } from '../remember-job.ts'

/**
 * Asks the customer to confirm a delivery that was reported sooner than the trip can take. The charge waits for the
 * confirmation, or for a deadline. If the charge was made before, because its hold was ending, the payout to the
 * carrier waits. With an open report, staff decide.
 */
export function ConfirmDelivery({ job }: { job: CustomerJob }) {
  const { t } = useTexts(['app', 'live'])
  const { confirm, isSending } = useConfirm(job)
  if (!job.may_confirm) return null
  const until = job.confirm_by ?? job.payout_waits_until
  return (
    <Alert icon={<IconPackage aria-hidden />} title={t('live:arrived.title')}>
      <Stack>
        <Text>{t(`live:arrived.text.${whatWaits(job)}`, { when: until ? dayAndTime(until) : '' })}</Text>
        <Button loading={isSending} onClick={confirm}>
          {t('live:arrived.act')}
        </Button>
      </Stack>
    </Alert>
  )
}

/** What a confirmation starts: the capture, or the carrier's pay. After a report, staff decide. */
const whatWaits = ({ confirm_by, payout_waits_until }: CustomerJob): 'payment' | 'payout' | 'staff' => {
  if (confirm_by) return 'payment'
  return payout_waits_until ? 'payout' : 'staff'
}

function useConfirm(asked: CustomerJob) {
  const { job_id } = asked
  const { t } = useTexts(['app', 'live'])
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const confirm = () => {
    setSending(true)
    if (!navigator.onLine) notify({ text: t('live:arrived.later') })
    sendReliably(confirmDelivery, { params: { job_id } }, job_id)
      .then(
        (job) => {
          rememberJob(job)
          toNewState()
          notify({ text: t(`live:arrived.done.${whatWaits(asked)}`) })
        },
        (error: unknown) => notify({ text: errorText(error), kind: 'bad' }),
      )
      .finally(() => setSending(false))
  }
  return { confirm, isSending }
}
