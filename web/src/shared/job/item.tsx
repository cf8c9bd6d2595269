import { Stack, Text } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../section.tsx'

/** Title, description and size of the item. */
export function ItemSection({
  title,
  description,
  size,
}: Pick<CustomerJob, 'title' | 'description' | 'size'>) {
  const { t } = useTexts('app')
  return (
    <Section title={t('trip.item')}>
      <Stack gap="xs">
        <Text fw={650} size="lg">
          {title}
        </Text>
        {description && <p className="app-text">{description}</p>}
        <Text>
          {t(`size.name.${size}`)}
          <Text span c="dimmed">
            {' · '}
            {t(`size.fits.${size}`)}
          </Text>
        </Text>
      </Stack>
    </Section>
  )
}
