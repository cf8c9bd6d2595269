import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmDelivery } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { notify } from '../../kit/notices.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { doSurely } from '../../kit/waiting.ts'
import { dayAndTime } from '../../kit/when.ts'
import { rememberJob } from '../remember-job.ts'

/**
 * For a delivery sooner than the trip can take: charged only after the customer confirms it or a deadline passes. If the
 * payment was taken because its hold was ending, the carrier's pay waits for that instead.
 */
export function ConfirmDelivery({ job }: { job: CustomerJob }) {
  const { t } = useTranslation('app')
  const { confirm, isSent } = useConfirm(job)
  const when = job.confirm_by ?? job.payout_waits_until
  if (!when) return null
  return (
    <Alert icon={<IconPackage aria-hidden />} title={t('arrived.title')}>
      <Stack>
        <Text>{t(job.confirm_by ? 'arrived.text' : 'arrived.textTaken', { when: dayAndTime(when) })}</Text>
        <Button loading={isSent} onClick={confirm}>
          {t('arrived.act')}
        </Button>
      </Stack>
    </Alert>
  )
}

function useConfirm({ job_id, confirm_by }: CustomerJob) {
  const { t } = useTranslation('app')
  const errorText = useErrorText()
  const [isSent, setSent] = useState(false)
  const confirm = () => {
    setSent(true)
    if (!navigator.onLine) notify({ text: t('arrived.later') })
    doSurely(confirmDelivery, { params: { job_id } }, job_id)
      .then(
        (job) => {
          rememberJob(job)
          notify({ text: t(confirm_by ? 'arrived.done' : 'arrived.doneTaken') })
        },
        (error: unknown) => notify({ text: errorText(error), kind: 'bad' }),
      )
      .finally(() => setSent(false))
  }
  return { confirm, isSent }
}
