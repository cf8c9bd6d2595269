import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CustomerJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'

/** The carrier gave the job back; it goes on as another job, with the same hold (decision 65). */
export function GoesOn({ successorId }: { successorId: string }) {
  const { t } = useTexts('live')
  return (
    <Section title={t('chain.goesOn')}>
      <Stack gap="sm">
        <Text>{t('chain.goesOnText')}</Text>
        <Button component={Link} to={`/app/jobs/${successorId}`}>
          {t('chain.see')}
        </Button>
      </Stack>
    </Section>
  )
}

/** Of a job that another carrier gave back: what became of the payment, and a link to the ended job. */
export function GoesOnFrom({ job }: { job: CustomerJob }) {
  const { t } = useTexts('live')
  if (!job.predecessor_id) return null
  const text = job.status === 'posted' ? 'chain.offered' : 'chain.before'
  return (
    <Section title={t('chain.title')}>
      <Stack gap="xs" align="flex-start">
        <Text>{t(text, { total: money(job.price.total_cents) })}</Text>
        <Link to="/app/jobs/$jobId" params={{ jobId: job.predecessor_id }}>
          {t('chain.seeBefore')}
        </Link>
      </Stack>
    </Section>
  )
}
