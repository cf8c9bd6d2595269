import { Radio, Stack, Text } from '@mantine/core'
import { jobSizes } from '#contract/vocabulary.ts'
import { IconCar, IconTruck, IconTruckDelivery, IconTruckLoading } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

const icons = { S: IconCar, M: IconTruckDelivery, L: IconTruck, XL: IconTruckLoading }

type SizeFieldProps = { error: string | null; [prop: string]: unknown }

/** Choice of the size by vehicle and examples, without measuring. */
export function SizeField({ error, ...field }: SizeFieldProps) {
  const { t } = useTexts(['app', 'start'])
  return (
    <Radio.Group {...field} error={error} aria-label={t('start:start.size')}>
      <Stack gap="sm" mb={error ? 'xs' : 0}>
        {jobSizes.map((size) => {
          const Icon = icons[size]
          const [name, fits, examples] = [
            t(`size.name.${size}`),
            t(`size.fits.${size}`),
            t(`size.examples.${size}`),
          ]
          return (
            <Radio.Card
              key={size}
              value={size}
              className="app-choice"
              aria-label={`${name}. ${fits}. ${examples}`}
            >
              <Radio.Indicator />
              <Icon aria-hidden />
              <span className="app-choice-words">
                <Text span display="block" fw={600}>
                  {name}
                  <Text span fw={400}>
                    {' · '}
                    {fits}
                  </Text>
                </Text>
                <Text span display="block" size="sm" c="dimmed">
                  {examples}
                </Text>
              </span>
            </Radio.Card>
          )
        })}
      </Stack>
    </Radio.Group>
  )
}
