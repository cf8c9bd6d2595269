import { Button, Stack, Text } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { IconCircleCheck } from '../../kit/icons.ts'
import { InstallHint } from '../../kit/install-hint.tsx'
import { money } from '../../kit/money.ts'
import { useNewsChannel } from '../../kit/news-channel.ts'
import { Shell } from '../../kit/shell.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { PushCard } from '../push-card.tsx'

/** Confirms the publication: what happens next, and how the customer is notified. */
export function Published({ job, onDone }: { job: CustomerJob; onDone: () => void }) {
  const { t } = useTexts(['app', 'live'])
  const news = t(`live:news.${useNewsChannel('job_accepted')}`)
  const steps = ['accept', 'collect', 'deliver'] as const
  return (
    <Shell
      title={t('live:published.title')}
      footer={
        <Button size="lg" fullWidth onClick={onDone}>
          {t('live:published.see')}
        </Button>
      }
    >
      <Stack>
        <Text size="lg" className="app-with-icon">
          <IconCircleCheck size={28} color="var(--dray-accent)" aria-hidden />
          {t('live:published.lead', { total: money(job.price.total_cents) })}
        </Text>
        {job.test && <Text>{t('review.test')}</Text>}
        <Section title={t('live:published.next')}>
          <ol className="app-steps">
            {steps.map((step, index) => (
              <li key={step}>
                <span className="app-dot" aria-hidden>
                  {index + 1}
                </span>
                <div>{t(`live:published.steps.${step}`, { news })}</div>
              </li>
            ))}
          </ol>
        </Section>
        <PushCard />
        <InstallHint />
      </Stack>
    </Shell>
  )
}
