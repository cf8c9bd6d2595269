import { Button } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'

const presets = { today: [0, 0], yesterday: [1, 1], week: [6, 0] } as const

/** The most used days, in the reader's time zone. */
export function DayPresets() {
  const { t } = useTexts('audit')
  const [address, change] = useAddress()
  return Object.entries(presets).map(([name, [first, last]]) => {
    const days = { from: dayAgo(first), to: dayAgo(last) }
    const isSet = address.from === days.from && address.to === days.to
    return (
      <Button
        key={name}
        variant={isSet ? 'light' : 'subtle'}
        aria-pressed={isSet}
        onClick={() => change({ ...days, before: undefined })}
      >
        {t(`presets.${name as keyof typeof presets}`)}
      </Button>
    )
  })
}

/** A day some days ago, in the reader's time zone: `2026-11-22`. */
function dayAgo(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() - days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join('-')
}
