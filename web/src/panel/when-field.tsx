import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'
import { localTimeZone } from '../kit/when.ts'

type WhenFieldProps = {
  label: string
  description?: string
  /** ISO 8601 in UTC; empty if unset. Read only at first: a field that is being typed in is not rewritten. */
  initial: string
  onChange: (instant: string) => void
  error?: ReactNode
  /** By this name the form finds an invalid field. */
  'data-path': string
}

/** Date and time in the device's time zone, which it names. */
export function WhenField({ label, description, initial, onChange, ...rest }: WhenFieldProps) {
  const { t } = useTexts('panel')
  const zone = t('timeZone', { zone: localTimeZone() })
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      label={label}
      description={[description, zone].filter(Boolean).join(' ')}
      defaultValue={initial && localOf(initial)}
      onChange={({ currentTarget: { value } }) => onChange(value && new Date(value).toISOString())}
    />
  )
}

/** `2026-11-22T18:05`, as the browser's field takes it. */
const localOf = (instant: string): string =>
  new Date(Date.parse(instant) - new Date(instant).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
