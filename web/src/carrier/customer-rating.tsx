import { VisuallyHidden } from '@mantine/core'
import type { FeedJob } from '#contract/app/job.ts'
import { IconStarFilled } from '../kit/icons.ts'
import { locale } from '../kit/money.ts'
import { useTexts } from '../kit/texts/use-texts.ts'

/** The customer's rating by carriers, with a text alternative for screen readers. */
export function CustomerRating({ rating: { average, count } }: { rating: FeedJob['customer_rating'] }) {
  const { t } = useTexts('carrier')
  if (average === null) return <span>{t('offer.unrated')}</span>
  return (
    <span className="carrier-fact">
      <IconStarFilled size={16} aria-hidden />
      <span aria-hidden>{`${average.toLocaleString(locale())} (${count})`}</span>
      <VisuallyHidden>{t('offer.ratedSaid', { average, count })}</VisuallyHidden>
    </span>
  )
}
