import { Radio, Stack, Text } from '@mantine/core'
import { jobSizes } from '#contract/vocabulary.ts'
import { IconCar, IconTruck, IconTruckDelivery, IconTruckLoading } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

const icons = { S: IconCar, M: IconTruckDelivery, L: IconTruck, XL: IconTruckLoading }

type VehicleFieldProps = { error: string | null; [prop: string]: unknown }

/** Choice of the vehicle size, with what fits into it. */
export function VehicleField({ error, ...field }: VehicleFieldProps) {
  const { t } = useTexts('carrier')
  return (
    <Radio.Group {...field} error={error} aria-label={t('form.sizes')}>
      <Stack gap="sm" mb={error ? 'xs' : 0}>
        {jobSizes.map((size) => {
          const Icon = icons[size]
          const [name, help] = [t(`form.size.${size}`), t(`form.sizeHelp.${size}`)]
          return (
            <Radio.Card key={size} value={size} className="app-choice" aria-label={`${name}. ${help}`}>
              <Radio.Indicator />
              <Icon aria-hidden />
              <span className="app-choice-words">
                <Text span display="block" fw={600}>
                  {name} ({size})
                </Text>
                <Text span display="block" size="sm" c="dimmed">
                  {help}
                </Text>
              </span>
            </Radio.Card>
          )
        })}
      </Stack>
    </Radio.Group>
  )
}
