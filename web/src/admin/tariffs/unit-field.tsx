import { NumberInput } from '@mantine/core'
import { locale, money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { DraftForm } from './use-draft.ts'

export type Unit = '€' | '%' | 'km' | 'min'

type UnitFieldProps = {
  form: DraftForm
  /** Of the field in the terms: `baseCents.S`. */
  path: string
  unit: Unit
  label: string
  /** A table around the field shows its name. */
  isLabelHidden?: boolean
}

/** A number with its unit; says what it was before it was changed. */
export function UnitField({ form: { form, before }, path, unit, label, isLabelHidden }: UnitFieldProps) {
  const { t } = useTexts('tariffs')
  const { onChange, ...input } = form.getInputProps(`terms.${path}`)
  const was = before.get(path)
  const isChanged = was !== undefined && was !== '' && was !== input.value
  return (
    <NumberInput
      {...input}
      onChange={(value) => onChange(value)}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={isChanged && t('was', { value: shown(Number(was), unit) })}
      // Without a limit of decimals: the field would cut off what was typed. The form refuses it instead.
      decimalSeparator={decimalSeparator()}
      allowedDecimalSeparators={['.', ',']}
      allowNegative={false}
      hideControls
      rightSectionWidth={46}
      rightSection={<span className="tariff-unit">{unit}</span>}
    />
  )
}

/** `0.9` → `€0.90`: euros have both decimals. */
const shown = (value: number, unit: Unit): string =>
  unit === '€' ? money(Math.round(value * 100)) : `${new Intl.NumberFormat(locale()).format(value)} ${unit}`

export const decimalSeparator = (): string => (locale().startsWith('es') ? ',' : '.')
