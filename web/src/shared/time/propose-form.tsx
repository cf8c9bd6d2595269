import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type JobTime, maxDaysAhead } from '#contract/app/time.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { nextDays, useLocalTime } from './local-time.ts'

export type ChosenWindow = { day: string; from: string; to: string }

type ProposeFormProps = {
  time: JobTime
  isCarrier: boolean
  isPending: boolean
  error: ReactNode
  onChosen: (window: ChosenWindow) => void
  onClose: () => void
}

/** A day, and from when to when, in the time of the pickup. */
export function ProposeForm({ time, isCarrier, isPending, error, onChosen, onClose }: ProposeFormProps) {
  const { t } = useTexts('time')
  const { time_zone, wishes, agreed, proposed } = time
  const [days] = useState(() => nextDays(time_zone, maxDaysAhead + 1))
  const ahead = wishes.find(({ day, ends_at }) => days.some(({ value }) => value === day) && !isOver(ends_at))
  const [chosen, setChosen] = useState<ChosenWindow>(() => ({
    day: ahead?.day ?? days[1]?.value ?? '',
    ...(ahead ? hoursOf[ahead.part] : { from: '10:00', to: '12:00' }),
  }))
  const clock = useLocalTime(time_zone).clockOf(`${chosen.day}T12:00:00Z`)
  const set = (part: Partial<ChosenWindow>) => setChosen({ ...chosen, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChosen(chosen)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Refused error={error}>{error}</Refused>
        <Text>
          {t('form.lead')} {isCarrier && !agreed && !proposed && wishes.length > 0 && t('form.wished')}{' '}
          {clock && t('form.zone', { clock })}
        </Text>
        <NativeSelect
          size="md"
          label={t('form.day')}
          value={chosen.day}
          onChange={(event) => set({ day: event.currentTarget.value })}
          data={days}
        />
        <Group grow>
          <NativeSelect
            size="md"
            label={t('form.from')}
            value={chosen.from}
            onChange={(event) => set(fromWith(chosen, event.currentTarget.value))}
            data={clocks.slice(0, -1)}
          />
          <NativeSelect
            size="md"
            label={t('form.to')}
            value={chosen.to}
            onChange={(event) => set({ to: event.currentTarget.value })}
            data={clocks.filter((each) => each > chosen.from)}
          />
        </Group>
        <Button type="submit" size="lg" loading={isPending}>
          {t('form.send')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('form.back')}
        </Button>
      </Stack>
    </form>
  )
}

/** What is proposed first for a wish: two hours of it. */
const hoursOf = {
  morning: { from: '10:00', to: '12:00' },
  afternoon: { from: '16:00', to: '18:00' },
  evening: { from: '19:00', to: '21:00' },
}

/** Half hours from 6:00 to 23:00. */
const clocks = Array.from({ length: 35 }, (_, index) => {
  const minutes = 6 * 60 + index * 30
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})

/** The end moves with the beginning, so the window keeps its length. */
function fromWith({ from, to }: ChosenWindow, next: string): Pick<ChosenWindow, 'from' | 'to'> {
  const moved = clocks.indexOf(to) + clocks.indexOf(next) - clocks.indexOf(from)
  return { from: next, to: clocks[Math.min(moved, clocks.length - 1)] ?? to }
}

export const isOver = (instant: string): boolean => Date.parse(instant) <= Date.now()
