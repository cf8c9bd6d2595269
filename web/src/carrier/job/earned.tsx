import { Text } from '@mantine/core'
import type { CarrierJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { longDay } from '../../kit/when.ts'
import { Section } from '../../shared/section.tsx'
import { useProfile } from '../carrier-failed.tsx'

/** The carrier's pay for the job and the state of its payout. */
export function Earned({ job }: { job: CarrierJob }) {
  const { t } = useTexts('carrier')
  const why = useWhy(job)
  const isCancelled = job.status === 'cancelled'
  const compensation = job.compensation_cents ?? 0
  const cents = isCancelled ? compensation : job.earns_cents
  return (
    <Section title={t('job.earnings')}>
      {isCancelled && <Text mb="xs">{why}</Text>}
      {job.strike && <Text mb="xs">{t('collect.strike')}</Text>}
      {isCancelled && <Text>{compensation > 0 ? t('job.compensation') : t('job.nothing')}</Text>}
      {cents > 0 && (
        <>
          <p className="carrier-earns">{money(cents)}</p>
          {!job.paid_out_at && <Text mt={4}>{t(`job.${stateOf(job)}`)}</Text>}
          <PayoutDay job={job} />
        </>
      )}
      {/* A job that an earlier version of the app has saved for offline use has neither. */}
      {job.tip_cents > 0 && <Text mt={4}>{t('job.tip', { amount: money(job.tip_cents) })}</Text>}
      {job.borne_cents > 0 && <Text mt={4}>{t('job.borne', { amount: money(job.borne_cents) })}</Text>}
    </Section>
  )
}

/** When the pay is transferred, or was. A job that an earlier version of the app has stored has no dates. */
function PayoutDay({ job }: { job: CarrierJob }) {
  const { t } = useTexts('carrier')
  const { data: profile } = useProfile()
  const { paid_out, paid_out_at, payout_due_at, payment_waits } = job
  if (paid_out)
    return paid_out_at ? <Text mt={4}>{t('job.paidOutOn', { day: longDay(paid_out_at) })}</Text> : null
  if (payment_waits)
    return payout_due_at ? <Text mt={4}>{t('job.dueBy', { day: longDay(payout_due_at) })}</Text> : null
  if (profile?.payouts_ready === false) return <Text mt={4}>{t('job.noAccount')}</Text>
  return stateOf(job) === 'expected' ? <Text mt={4}>{t('job.expectedRule')}</Text> : null
}

/** Who cancelled it; for a report of this carrier, why. */
function useWhy({ cancelled_by, trip_report }: CarrierJob): string | null {
  const { t } = useTexts('carrier')
  if (cancelled_by === 'carrier' && trip_report?.status === 'lapsed') return t('trip.lapsed')
  if (cancelled_by === 'carrier' && (trip_report?.status === 'upheld' || trip_report?.status === 'dismissed'))
    return t('trip.ended', { kind: t(`trip.kind.${trip_report.kind}`) })
  return cancelled_by && t(`job.by.${cancelled_by}`)
}

/** The state of the pay: expected until the customer has paid, then owed until the transfer is confirmed. */
function stateOf({ status, compensation_cents, paid_out, payment_waits }: CarrierJob) {
  if (paid_out) return 'paidOut'
  if (status !== 'completed' && !compensation_cents) return 'expected'
  return payment_waits ? 'owedWaits' : 'owed'
}
