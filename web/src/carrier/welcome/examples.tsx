import { Text } from '@mantine/core'
import type { ExampleJob } from '#contract/app/open.ts'
import { distance } from '../../kit/distance.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { duration } from '../../kit/when.ts'
import { Section } from '../../shared/section.tsx'

/** Computed jobs with what they earn, clearly called examples. */
export function Examples({ examples }: { examples: ExampleJob[] }) {
  const { t } = useTexts(['welcome', 'app'])
  return (
    <Section title={t('welcome:examples.title')}>
      {examples.length === 0 ? (
        <Text>{t('welcome:examples.none')}</Text>
      ) : (
        <>
          <ul className="app-examples">
            {examples.map((example) => (
              <Example key={`${example.pickup_place} ${example.dropoff_place}`} {...example} />
            ))}
          </ul>
          <Text size="sm" c="dimmed" mt="sm">
            {t('welcome:examples.note')}
          </Text>
        </>
      )}
    </Section>
  )
}

function Example(example: ExampleJob) {
  const { t } = useTexts(['welcome', 'app'])
  const { size, pickup_place: from, dropoff_place: to } = example
  return (
    <li>
      <div>
        <Text fw={600}>
          {from} → {to}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`app:size.name.${size}`)} · {t(`app:size.examples.${size}`)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('welcome:examples.trip', {
            distance: distance(example.distance_km),
            duration: duration(example.duration_minutes),
          })}
        </Text>
      </div>
      <Text className="app-example-pay">
        {t('welcome:examples.earns', { earns: money(example.earns_cents) })}
      </Text>
    </li>
  )
}
