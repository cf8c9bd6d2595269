import { Text } from '@mantine/core'
import type { JobSummary } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useLocalTime } from '../time/local-time.ts'

/** The agreed time of the collection in a list, the wished one before a carrier accepts, or that none is agreed yet. */
export function ListedTime({ time }: { time: NonNullable<JobSummary['time']> }) {
  const { t } = useTexts('time')
  const local = useLocalTime(time.time_zone)
  const { agreed, wish, discussed } = time
  const said = agreed
    ? t('list.agreed', { when: local.span(agreed) })
    : wish
      ? t('list.wished', { when: local.wish(wish) })
      : discussed && t('list.discussed')
  if (!said) return null
  return (
    <Text span display="block" size="sm" style={{ textWrap: 'balance' }} {...(agreed && { fw: 600 })}>
      {said}
    </Text>
  )
}
