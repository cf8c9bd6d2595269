import { Text } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../section.tsx'

type GivenRatingProps = { rating: { stars: number; comment: string | null } }

/** The rating that one side gave the other; it cannot be changed. */
export function GivenRating({ rating: { stars, comment } }: GivenRatingProps) {
  const { t } = useTexts('app')
  return (
    <Section title={t('rate.given')}>
      <Text>{t('rate.star', { count: stars })}</Text>
      {comment && <p className="app-text">{comment}</p>}
    </Section>
  )
}
