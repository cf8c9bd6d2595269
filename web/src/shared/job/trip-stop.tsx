import { Text } from '@mantine/core'
import type { RoughStop } from '#contract/app/job-parts.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useFloorText } from './floor-text.ts'

type TripStopProps = {
  kind: 'pickup' | 'dropoff'
  /** The address, or the town where the address is not shown. */
  title: string
  stop: Pick<RoughStop, 'floor' | 'has_elevator'>
}

/** One end of a trip, as an item of the list `app-stops`: its place and its floor. */
export function TripStop({ kind, title, stop }: TripStopProps) {
  const { t } = useTexts('app')
  return (
    <li>
      <span className="app-letter" data-kind={kind} aria-hidden>
        {kind === 'pickup' ? 'A' : 'B'}
      </span>
      <div>
        <Text size="sm" c="dimmed">
          {t(`stop.${kind}`)}
        </Text>
        <Text fw={600}>{title}</Text>
        <Text size="sm">{useFloorText(stop)}</Text>
      </div>
    </li>
  )
}
