import { Button, Stack, Text } from '@mantine/core'
import type { CarrierJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { choose, useChoices } from './choices.ts'

/** Asks once, after the collection, whether the customer may see the position; then only a button is left. */
export function AskPosition({ job: { job_id, customer } }: { job: CarrierJob }) {
  const { t } = useTexts('way')
  const choice = useChoices()[job_id]
  if (choice === 'yes') return null
  if (choice === 'no')
    return (
      <Button variant="default" onClick={() => choose(job_id, 'yes')}>
        {t('ask.again')}
      </Button>
    )
  return (
    <Section title={t('ask.title')}>
      <Stack>
        <Text>{t('ask.text', { name: customer.name ?? t('ask.customer') })}</Text>
        <Button onClick={() => choose(job_id, 'yes')}>{t('ask.yes')}</Button>
        <Button variant="default" onClick={() => choose(job_id, 'no')}>
          {t('ask.no')}
        </Button>
      </Stack>
    </Section>
  )
}
