import { Text } from '@mantine/core'
import type { FeedJob } from '#contract/app/job.ts'
import { euroRange } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAbout } from '../../kit/trip-distance.ts'
import { duration } from '../../kit/when.ts'
import './search.css'

/** "about €18–26 an hour"; null if too little is known. A list that was stored by an earlier version has none. */
export function useHourly(): (job: Pick<FeedJob, 'hourly'>) => string | null {
  const { t } = useTexts('carrier')
  return ({ hourly }) =>
    hourly ? t('hourly.brief', { range: euroRange(hourly.low_cents, hourly.high_cents) }) : null
}

/** The range with the way to the pickup, and behind a tap what is assumed. */
export function HourlyEstimate({ job }: { job: FeedJob }) {
  const { t } = useTexts('carrier')
  const brief = useHourly()(job)
  const about = useAbout()
  if (!job.hourly || !brief) return null
  const way = job.away_known ? t('hourly.withWay', { distance: about(job.away_km) }) : t('hourly.withSomeWay')
  const { min_minutes, max_minutes } = job.hourly
  const times = { least: duration(min_minutes), most: duration(max_minutes) }
  return (
    <div>
      <Text>
        {brief}, {way}
      </Text>
      <details className="carrier-assumed">
        <summary>{t('hourly.why')}</summary>
        <Text size="sm">{t('hourly.assumed', times)}</Text>
      </details>
    </div>
  )
}
