import { Radio, Stack } from '@mantine/core'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

type OutcomeFieldProps = { job: JobForStaff; isTrip?: boolean; [prop: string]: unknown }

/** Who is right about the reports of a job, or about the report of its carrier. Without a default. */
export function OutcomeField({ job, isTrip = false, ...field }: OutcomeFieldProps) {
  const { t } = useTexts('jobs')
  const texts = isTrip ? 'tripOutcomes' : isOnlyLate(job) ? 'lateOutcomes' : 'outcomes'
  const actOf = (outcome: (typeof outcomes)[number]) => (isTrip ? (`${outcome}_trip` as const) : outcome)
  const fee = money(job.trip_reports.at(-1)?.fee_cents ?? 0)
  return (
    <Radio.Group label={t('acts.outcome')} {...field}>
      <Stack gap="xs" mt="xs">
        {outcomes.map((outcome, index) => (
          <Radio
            key={outcome}
            value={outcome}
            label={t(`acts.${texts}.${outcome}.label`)}
            description={t(`acts.${texts}.${outcome}.text`, { fee })}
            disabled={!job.acts.some(({ act, possible }) => act === actOf(outcome) && possible)}
            data-autofocus={index === 0 || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Only a carrier has reported something, so it is not about a customer who is right. */
function isOnlyLate({ reports }: JobForStaff): boolean {
  const open = reports.filter(({ status }) => status === 'open')
  return open.length > 0 && open.every(({ late }) => late !== null)
}

const outcomes = ['uphold', 'dismiss'] as const
