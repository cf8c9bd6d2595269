import { TextInput, type TextInputProps } from '@mantine/core'
import { useTexts } from '../kit/texts/use-texts.ts'
import { localTimeZone } from '../kit/when.ts'

/** A day of the reader's time zone, as a filter; names that zone where it is pointed at. */
export function DayField(props: TextInputProps) {
  const { t } = useTexts('panel')
  return <TextInput type="date" title={t('timeZone', { zone: localTimeZone() })} {...props} />
}
