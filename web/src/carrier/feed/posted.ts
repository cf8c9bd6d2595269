import { useTexts } from '../../kit/texts/use-texts.ts'
import { fromNow } from '../../kit/when.ts'

/** `Posted 5 minutes ago`. A negative age counts as new: the device's clock may be behind the server's. */
export function usePosted(postedAt: string, now: number): string {
  const { t } = useTexts('carrier')
  const isNew = now - Date.parse(postedAt) < 60_000
  return isNew ? t('offer.postedNow') : t('offer.posted', { ago: fromNow(postedAt, now) })
}
