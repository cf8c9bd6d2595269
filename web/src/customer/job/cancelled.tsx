import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { startAgain } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { call } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { rememberJob } from '../remember-job.ts'
import { GoesOn } from './chain.tsx'
import { RefundSentences, refundedCents } from './refunds.tsx'

/** Who cancelled the job, the fee and its refunds, and a way to start the job again, or to the job as which it goes on. */
export function Cancelled({ job }: { job: CustomerJob }) {
  const { t } = useTexts(['app', 'live'])
  const { refunds } = job.payment
  const why = useWhy(job)
  const cost = useCost(job)
  if (job.successor_id) return <GoesOn successorId={job.successor_id} />
  return (
    <Section title={t('job.cancelled')}>
      <Stack gap="sm">
        <Text>{why}</Text>
        <Text>{cost}</Text>
        <RefundSentences refunds={refunds} />
        <Again job={job} />
      </Stack>
    </Section>
  )
}

/** Who cancelled it; for a carrier who could not collect, why. */
function useWhy({ cancelled_by, trip_report }: CustomerJob): string | null {
  const { t } = useTexts(['app', 'live'])
  if (cancelled_by === 'carrier' && trip_report?.status === 'lapsed') return t('live:trip.lapsed')
  if (cancelled_by === 'carrier' && (trip_report?.status === 'upheld' || trip_report?.status === 'dismissed'))
    return t('live:trip.ended', { kind: t(`live:trip.kind.${trip_report.kind}`) })
  return cancelled_by && t(`live:cancelled.by.${cancelled_by}`)
}

function useCost({ payment: { state, captured_cents, refunds } }: CustomerJob): string {
  const { t } = useTexts(['app', 'live'])
  if (state === 'capturing') return t('live:cancelled.feeInProgress')
  if (!captured_cents) return t(state === 'releasing' ? 'live:cancelled.releasing' : 'live:cancelled.free')
  if (refundedCents(refunds) < captured_cents) return t('live:cancelled.fee', { fee: money(captured_cents) })
  const isDone = refunds.every((refund) => refund.state === 'done')
  return t(isDone ? 'live:cancelled.givenBack' : 'live:cancelled.givingBack')
}

function Again({ job }: { job: CustomerJob }) {
  const { t } = useTexts(['app', 'live'])
  const navigate = useNavigate()
  const [jobId] = useState(() => crypto.randomUUID())
  const again = useMutation({
    mutationFn: () => call(startAgain, { params: { job_id: job.job_id }, body: { job_id: jobId } }),
    onSuccess: (draft) => {
      rememberJob(draft)
      void navigate({ to: '/app/jobs/$jobId', params: { jobId: draft.job_id } })
    },
  })
  return (
    <Stack gap="xs">
      <Refused error={again.error} />
      <Button loading={again.isPending} onClick={() => again.mutate()}>
        {t('live:cancelled.again')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('live:cancelled.againText')}
      </Text>
    </Stack>
  )
}
