import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CarrierJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { Section } from '../../shared/section.tsx'

/** The carrier's pay for the job and the state of its payout. */
export function Earned({ job }: { job: CarrierJob }) {
  const { t } = useTranslation('carrier')
  const isCancelled = job.status === 'cancelled'
  const compensation = job.compensation_cents ?? 0
  const cents = isCancelled ? compensation : job.earns_cents
  const isMine = job.status === 'completed' || compensation > 0
  return (
    <Section title={t('job.earnings')}>
      {isCancelled && job.cancelled_by && <Text mb="xs">{t(`job.by.${job.cancelled_by}`)}</Text>}
      {isCancelled && <Text>{compensation > 0 ? t('job.compensation') : t('job.nothing')}</Text>}
      {cents > 0 && (
        <>
          <p className="carrier-earns">{money(cents)}</p>
          <Text mt={4}>{t(job.paid_out ? 'job.paidOut' : isMine ? 'job.owed' : 'job.expected')}</Text>
        </>
      )}
    </Section>
  )
}
