import { NumberInput, Slider, Text } from '@mantine/core'
import { useId } from 'react'
import { saveCarrier } from '#contract/app/carrier.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

type RadiusFieldProps = {
  value: number | string
  onChange: (radiusKm: number | string) => void
  error: string | null
}

const { min = 1, max = 500 } = limitsOf(saveCarrier.body, 'radius_km')

/** A slider for a rough value and a number field for an exact value. */
export function RadiusField({ value, onChange, error }: RadiusFieldProps) {
  const { t } = useTexts('carrier')
  const id = useId()
  return (
    <div>
      <Text id={id} fw={600}>
        {t('form.radius')}
      </Text>
      <div className="carrier-radius">
        <Slider
          className="carrier-slider"
          size="lg"
          thumbSize={28}
          min={min}
          max={max}
          step={1}
          label={null}
          value={Number(value) || min}
          onChange={onChange}
          thumbLabel={t('form.radius')}
        />
        <NumberInput
          label={t('form.radiusKm')}
          min={min}
          max={max}
          clampBehavior="none"
          inputMode="decimal"
          value={value}
          onChange={onChange}
          error={error !== null}
        />
      </div>
      <div role="alert">{error && <Text c="var(--mantine-color-error)">{error}</Text>}</div>
    </div>
  )
}
