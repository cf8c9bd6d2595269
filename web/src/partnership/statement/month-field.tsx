import { NativeSelect } from '@mantine/core'
import { monthName, monthsUntil } from '../../kit/months.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'
import { currentMonth } from '../../panel/months.ts'

/** The month of a statement (`month` in the URL). */
export function MonthField({ month }: { month: string }) {
  const { t } = useTexts('closing')
  const [, change] = useAddress()
  const months = monthsUntil(currentMonth())
  return (
    <NativeSelect
      label={t('statements.month')}
      value={month}
      data={(months.includes(month) ? months : [month, ...months]).map((value) => ({
        value,
        label: monthName(value),
      }))}
      onChange={({ currentTarget: { value } }) => change({ month: value, before: undefined })}
    />
  )
}
