import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { localTimeZone } from '../../kit/when.ts'
import { nextDays } from '../../shared/time/local-time.ts'

type DayFilterProps = { day: string | null; onDay: (day: string | null) => void }

/** Only jobs that suit their customers on a day; a job without wishes suits every day. */
export function DayFilter({ day, onDay }: DayFilterProps) {
  const { t } = useTexts('time')
  const [days] = useState(() => nextDays(localTimeZone(), 15))
  return (
    <NativeSelect
      label={t('feed.day')}
      size="md"
      mb="sm"
      {...(day && { description: t('feed.note') })}
      value={day ?? ''}
      onChange={(event) => onDay(event.currentTarget.value || null)}
      data={[{ value: '', label: t('feed.all') }, ...days]}
    />
  )
}
