import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readMyJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import type { JobWay } from '#contract/app/way.ts'
import { useOnline } from '../../kit/online.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { duration, fromNow, timeOfDay } from '../../kit/when.ts'
import { TripMap } from '../../shared/job/trip-map.tsx'
import { useNow } from '../../shared/use-now.ts'
import { type Arrival, arrivalOf } from './arrival.ts'

const mapHeight = 240

type OnTheWayProps = { job: CustomerJob; way: JobWay }

/** Where the carrier is, and when it arrives. First on the screen while the job is on its way (decision 74). */
export function OnTheWay({ job, way }: OnTheWayProps) {
  const { t } = useTexts('way')
  const now = useNow()
  const { position, road } = way
  const name = job.carrier?.name ?? t('carrier')
  const arrival = arrivalOf(way, now)
  const van = position && { ...position, name, isOld: arrival.is === 'stale' }
  return (
    <section aria-label={t('title')}>
      <Stack gap="xs">
        <TripMap pickup={job.pickup} dropoff={job.dropoff} road={road} van={van} height={mapHeight} />
        <Text fw={650} size="xl" style={{ textWrap: 'balance' }}>
          <Headline arrival={arrival} name={name} />
        </Text>
        <Details job={job} way={way} now={now} />
      </Stack>
    </section>
  )
}

function Headline({ arrival, name }: { arrival: Arrival; name: string }) {
  const { t } = useTexts('way')
  if (arrival.is === 'here') return t('arrivesNow', { name })
  if (arrival.is !== 'coming') return null
  const said = { time: timeOfDay(arrival.at), left: duration(arrival.minutesLeft) }
  return t(arrival.isApproximate ? 'arrivesAbout' : 'arrives', said)
}

/** The age of the position, or what is known without it. */
function Details({ job, way, now }: OnTheWayProps & { now: number }) {
  const { t } = useTexts('way')
  const name = job.carrier?.name ?? t('carrier')
  const isCurrent = useIsCurrent(job.job_id)
  const { is } = arrivalOf(way, now)
  const ago = way.position && fromNow(way.position.at, now)
  const expected = {
    name,
    collected: timeOfDay(job.collected_at ?? way.expected_from),
    from: timeOfDay(way.expected_from),
    to: timeOfDay(way.expected_to),
  }
  if (is === 'expected' || is === 'late')
    return (
      <>
        <Text>{t(is, expected)}</Text>
        <Text c="dimmed">{t(isCurrent ? 'unknown' : 'unread', { name })}</Text>
      </>
    )
  if (!way.position || !ago) return null
  if (is === 'stale') return <Text>{t('stale', { name, ago })}</Text>
  const isFresh = now - Date.parse(way.position.at) < 60_000
  return (
    <>
      {is === 'unclear' && <Text>{t('noArrival', { name })}</Text>}
      <Text c="dimmed">{isFresh ? t('justNow') : t('ago', { ago })}</Text>
    </>
  )
}

/** False for a job that the device has saved, which holds no position, and after a read that has failed. */
function useIsCurrent(job_id: string): boolean {
  const { dataUpdatedAt, isError } = useQuery({
    ...reading(readMyJob, { params: { job_id } }),
    enabled: false,
  })
  return useOnline() && !isError && dataUpdatedAt > 0
}
