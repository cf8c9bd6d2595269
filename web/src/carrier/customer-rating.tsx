import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FeedJob } from '#contract/app/job.ts'
import { IconStarFilled } from '../kit/icons.ts'

/** The customer's rating by carriers, with a text alternative for screen readers. */
export function CustomerRating({ rating: { average, count } }: { rating: FeedJob['customer_rating'] }) {
  const { t } = useTranslation('carrier')
  if (average === null) return <span>{t('offer.unrated')}</span>
  return (
    <span className="carrier-fact">
      <IconStarFilled size={16} aria-hidden />
      <span aria-hidden>{`${average.toLocaleString()} (${count})`}</span>
      <VisuallyHidden>{t('offer.ratedSaid', { average, count })}</VisuallyHidden>
    </span>
  )
}
