import { useTexts } from '../kit/texts/use-texts.ts'
import { DayField } from './day-field.tsx'
import { useAddress } from './link.tsx'

/** Fields of the first and the last day that a list shows: `from` and `to` of the URL. */
export function DayFields() {
  const { t } = useTexts('panel')
  const [{ from, to }] = useAddress()
  return (
    <>
      <DayField name="from" label={t('table.from')} defaultValue={from} />
      <DayField name="to" label={t('table.to')} defaultValue={to} />
    </>
  )
}
