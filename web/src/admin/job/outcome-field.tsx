import { Radio, Stack } from '@mantine/core'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

type OutcomeFieldProps = { job: JobForStaff; [prop: string]: unknown }

/** Who is right about the reports of a job. Without a default. */
export function OutcomeField({ job, ...field }: OutcomeFieldProps) {
  const { t } = useTexts('jobs')
  return (
    <Radio.Group label={t('acts.outcome')} {...field}>
      <Stack gap="xs" mt="xs">
        {outcomes.map((outcome, index) => (
          <Radio
            key={outcome}
            value={outcome}
            label={t(`acts.outcomes.${outcome}.label`)}
            description={t(`acts.outcomes.${outcome}.text`)}
            disabled={!job.acts.some(({ act, possible }) => act === outcome && possible)}
            data-autofocus={index === 0 || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const outcomes = ['uphold', 'dismiss'] as const
