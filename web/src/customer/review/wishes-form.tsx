import { Button, CloseButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { maxDaysAhead, maxWishes } from '#contract/app/time.ts'
import { saveWishes, type WishesInput } from '#contract/app/windows.ts'
import { type PartOfDay, partsOfDay } from '#contract/vocabulary.ts'
import { notify } from '../../kit/notices.tsx'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably } from '../../kit/waiting.ts'
import { nextDays } from '../../shared/time/local-time.ts'
import { useSheetAct } from '../../shared/use-sheet-act.ts'
import { rememberJob } from '../remember-job.ts'

type Wish = WishesInput['wishes'][number]
/** A wish with a key that stays while other rows are removed. */
type Row = Wish & { key: number }
type Day = { value: string; label: string }

/** Up to three days with a part of the day. */
export function WishesForm({ job, onClose }: { job: CustomerJob; onClose: () => void }) {
  const { t } = useTexts('time')
  const [days] = useState(() => nextDays(job.time.time_zone, maxDaysAhead + 1))
  const [wishes, setWishes] = useState<Row[]>(() => startOf(job, days))
  const { save, isPending, error } = useSave(job, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(wishes.map(({ day, part }) => ({ day, part })))
  }
  const change = (index: number, part: Partial<Wish>) =>
    setWishes(wishes.map((wish, at) => (at === index ? { ...wish, ...part } : wish)))
  return (
    <form onSubmit={submit}>
      <Stack>
        <Refused error={error}>{error}</Refused>
        <Text>{t('wishes.lead')}</Text>
        {wishes.map((wish, index) => (
          <WishRow
            key={wish.key}
            n={index + 1}
            wish={wish}
            days={days}
            onChange={(part) => change(index, part)}
            onRemove={() => setWishes(wishes.filter((_, at) => at !== index))}
          />
        ))}
        {wishes.length < maxWishes && (
          <Button variant="default" onClick={() => setWishes([...wishes, nextWish(wishes, days)])}>
            {t('wishes.more')}
          </Button>
        )}
        <Button type="submit" size="lg" loading={isPending}>
          {t('wishes.save')}
        </Button>
      </Stack>
    </form>
  )
}

type WishRowProps = {
  n: number
  wish: Wish
  days: Day[]
  onChange: (part: Partial<Wish>) => void
  onRemove: () => void
}

function WishRow({ n, wish, days, onChange, onRemove }: WishRowProps) {
  const { t } = useTexts('time')
  return (
    <fieldset className="app-wish" aria-label={t('wishes.nth', { n })}>
      <Group justify="space-between">
        <Text>{t('wishes.nth', { n })}</Text>
        <CloseButton size="lg" aria-label={t('wishes.remove', { n })} onClick={onRemove} />
      </Group>
      <div className="app-wish-fields">
        <NativeSelect
          size="md"
          label={t('wishes.day')}
          value={wish.day}
          onChange={(event) => onChange({ day: event.currentTarget.value })}
          data={days}
        />
        <NativeSelect
          size="md"
          label={t('wishes.part')}
          value={wish.part}
          onChange={(event) => onChange({ part: event.currentTarget.value as PartOfDay })}
          data={partsOfDay.map((part) => ({ value: part, label: t(`parts.${part}`) }))}
        />
      </div>
    </fieldset>
  )
}

/** The saved wishes that are not over; without one, the next morning. */
function startOf({ time }: CustomerJob, days: Day[]): Row[] {
  const saved = time.wishes.filter(({ ends_at }) => Date.parse(ends_at) > Date.now())
  return saved.length > 0 ? saved.map(({ day, part }, key) => ({ key, day, part })) : [nextWish([], days)]
}

/** The day after the last one. */
function nextWish(wishes: Row[], days: Day[]): Row {
  const last = days.findIndex(({ value }) => value === wishes.at(-1)?.day)
  const day = days[Math.min(Math.max(last, 0) + 1, days.length - 1)]?.value ?? ''
  return { key: (wishes.at(-1)?.key ?? -1) + 1, day, part: 'morning' }
}

function useSave({ job_id }: CustomerJob, onClose: () => void) {
  const { t } = useTexts('time')
  const { follow, isPending, error } = useSheetAct(onClose, t('wishes.later'))
  const save = (wishes: Wish[]) =>
    follow(sendReliably(saveWishes, { params: { job_id }, body: { wishes } }, job_id), {
      onDone: (job) => {
        rememberJob(job)
        notify({ text: t('wishes.saved') })
        onClose()
      },
    })
  return { save, isPending, error }
}
