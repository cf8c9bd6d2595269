import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { locale } from '../../kit/money.ts'
import type { DraftForm } from './use-draft.ts'

export type Unit = '€' | '%' | 'km' | 'min'

const decimals: Record<Unit, number> = { '€': 2, '%': 2, km: 1, min: 0 }

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
  const { t } = useTranslation('tariffs')
  const { onChange, ...input } = form.getInputProps(`terms.${path}`)
  const was = before.get(path)
  const isChanged = was !== undefined && was !== '' && was !== input.value
  return (
    <NumberInput
      {...input}
      onChange={(value) => onChange(value)}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      className="tariff-field"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={isChanged && t('was', { value: new Intl.NumberFormat(locale()).format(Number(was)) })}
      decimalScale={decimals[unit]}
      decimalSeparator={decimalSeparator()}
      allowNegative={false}
      hideControls
      rightSection={<span className="tariff-unit">{unit}</span>}
    />
  )
}

const decimalSeparator = (): string => (locale().startsWith('es') ? ',' : '.')
