import { Button, Group, Stack, Text } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { IconPhone, IconStarFilled, IconTruck } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'

type Carrier = NonNullable<CustomerJob['carrier']>

/** The carrier's name, vehicle and phone number. */
export function CarrierSection({ carrier }: { carrier: Carrier }) {
  const { t } = useTexts('app')
  const name = carrier.name ?? t('job.noName')
  return (
    <Section title={t('job.carrier')}>
      <Stack gap="xs">
        <Text fw={650} size="lg">
          {name}
        </Text>
        <Group gap={6} wrap="nowrap">
          <IconTruck size={20} aria-hidden />
          <Text>{carrier.vehicle}</Text>
        </Group>
        <Group gap={6} wrap="nowrap">
          <IconStarFilled size={18} aria-hidden />
          <Text>{useRating(carrier.rating)}</Text>
        </Group>
        {carrier.phone && (
          <Button
            component="a"
            href={`tel:${carrier.phone}`}
            leftSection={<IconPhone size={20} aria-hidden />}
            mt="xs"
          >
            {t('job.call', { name })}
          </Button>
        )}
      </Stack>
    </Section>
  )
}

function useRating({ average, count }: Carrier['rating']): string {
  const { t } = useTexts('app')
  return average === null ? t('job.noRating') : t('job.rating', { average, count })
}
