import { Alert, Text } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useLocalTime } from '../../shared/time/local-time.ts'
import { useNow } from '../../shared/use-now.ts'

/** The deadline for the collection; after it the customer cancels for free, which is a strike (DESIGN 3, Life). */
export function CollectBy({ at, timeZone }: { at: string; timeZone: string }) {
  const { t } = useTexts('carrier')
  const isOver = Date.parse(at) <= useNow()
  const when = useLocalTime(timeZone).instant(at)
  if (isOver) return <Alert color="orange">{t('collect.late', { when })}</Alert>
  return <Text>{t('collect.by', { when })}</Text>
}
