import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { moveMyPin } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { call } from '../../kit/api.ts'
import { distance } from '../../kit/distance.ts'
import { PinMap } from '../../kit/map/pin-map.tsx'
import { type MapPoint, metresBetween, movedBy } from '../../kit/map/points.ts'
import { money } from '../../kit/money.ts'
import { notify } from '../../kit/notices.tsx'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { rememberChange } from '../price-change.ts'
import { rememberJob } from '../remember-job.ts'

type End = 'pickup' | 'dropoff'
type OwnPins = NonNullable<CustomerJob['pins']>

const ends = ['pickup', 'dropoff'] as const

/** Closer than this to the located point, the pin counts as there. */
const nearMetres = 5

type PinsFormProps = { job: CustomerJob; pins: OwnPins; onClose: () => void }

/** Sets both ends, of which one is shown: by a tap on the map, or by buttons, which need no pointer. One tap saves both. */
export function PinsForm({ job, pins, onClose }: PinsFormProps) {
  const { t } = useTexts('address')
  const [end, setEnd] = useState<End>('pickup')
  const [places, setPlaces] = useState<Places>({ pickup: job.pickup.point, dropoff: job.dropoff.point })
  const pin = places[end]
  const setPin = (place: MapPoint) => setPlaces((all) => ({ ...all, [end]: place }))
  const { located, within_km: reach } = pins[end]
  const isTooFar = (each: End) =>
    metresBetween(pins[each].located, places[each]) > pins[each].within_km * 1_000
  const { mutate, error, isPending } = useMove(job, onClose)
  const moved = ends.filter((each) => isElsewhere(places[each], job[each].point))
  // A place that was not moved is saved too: the customer says that it is right.
  const saved = moved.length > 0 ? moved : [end]
  const save = () => {
    const far = saved.find(isTooFar)
    if (far) setEnd(far)
    else mutate(saved.map((stop) => ({ stop, lat: places[stop].lat, lon: places[stop].lon })))
  }
  return (
    <Stack>
      <Refused error={error} />
      <SegmentedControl
        fullWidth
        aria-label={t('pins.which')}
        value={end}
        onChange={(next) => setEnd(next)}
        data={ends.map((value) => ({ value, label: t(`pins.${value}`) }))}
      />
      <Text size="sm">{job[end].address}</Text>
      <PinMap
        key={end}
        from={{ ...located, uncertaintyKm: reach }}
        pin={pin}
        onPick={setPin}
        note={t('pins.note')}
      />
      <Text role="status" size="sm" {...(isTooFar(end) && { c: 'var(--mantine-color-error)' })}>
        {awayText(t, { metres: metresBetween(located, pin), isTooFar: isTooFar(end) })}
      </Text>
      <Moves key={`moves ${end}`} pin={pin} reach={reach} onMove={setPin} onReset={() => setPin(located)} />
      <Button size="lg" disabled={isTooFar(end)} loading={isPending} onClick={save}>
        {t(saved.length > 1 ? 'pins.saveBoth' : 'pins.save')}
      </Button>
    </Stack>
  )
}

type Places = Record<End, MapPoint>

const isElsewhere = (a: MapPoint, b: MapPoint): boolean => a.lat !== b.lat || a.lon !== b.lon

type Say = ReturnType<typeof useTexts<'address'>>['t']

function awayText(t: Say, { metres, isTooFar }: { metres: number; isTooFar: boolean }): string {
  if (isTooFar) return t('pins.tooFar')
  return metres < nearMetres ? t('pins.home') : t('pins.away', { distance: distance(metres / 1_000) })
}

type MovesProps = {
  pin: MapPoint
  /** How far from the address the pin may be, in kilometres. */
  reach: number
  onMove: (point: MapPoint) => void
  onReset: () => void
}

/** The first is a door farther on; with the larger ones, every place of the circle is some taps away. */
const steps = [25, 250, 2_500]

function Moves({ pin, reach, onMove, onReset }: MovesProps) {
  const { t } = useTexts('address')
  const id = useId()
  const [metres, setMetres] = useState(25)
  const offered = steps.filter((step) => step * 2 <= reach * 1_000)
  return (
    <div role="group" aria-label={t('pins.move', { metres })} className="app-pin-moves">
      <Text size="sm" c="dimmed" id={id}>
        {t('pins.step')}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        value={String(metres)}
        onChange={(step) => setMetres(Number(step))}
        data={offered.map((step) => ({ value: String(step), label: stepText(step) }))}
      />
      {directions.map(([name, north, east]) => (
        <Button
          key={name}
          variant="default"
          onClick={() => onMove(movedBy(pin, north * metres, east * metres))}
        >
          {t(`pins.${name}`)}
        </Button>
      ))}
      <Button variant="subtle" onClick={onReset}>
        {t('pins.reset')}
      </Button>
    </div>
  )
}

const stepText = (metres: number): string => (metres < 1_000 ? `${metres} m` : distance(metres / 1_000))

const directions = [
  ['north', 1, 0],
  ['south', -1, 0],
  ['west', 0, -1],
  ['east', 0, 1],
] as const

type Move = MapPoint & { stop: End }

/** One request for each end: if the second is refused, the first is saved, and a retry sends only the second. */
function useMove(job: CustomerJob, onClose: () => void) {
  const { t } = useTexts('address')
  return useMutation({
    mutationFn: async (moves: Move[]) => {
      let total = job.price.total_cents
      for (const body of moves) {
        const moved = await call(moveMyPin, { params: { job_id: job.job_id }, body })
        total = moved.price.total_cents
        if (total !== job.price.total_cents) rememberChange(moved, job)
        rememberJob(moved)
      }
      return { total, isSame: total === job.price.total_cents }
    },
    onSuccess: ({ total, isSame }, { length }) => {
      const isOne = length === 1
      notify({
        text: isSame
          ? t(isOne ? 'pins.saved' : 'pins.savedBoth')
          : t(isOne ? 'pins.priced' : 'pins.pricedBoth', { total: money(total) }),
      })
      onClose()
    },
  })
}
