import type { PaymentRefusal } from '#contract/vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

const known = ['declined', 'insufficient_funds', 'expired_card', 'not_confirmed'] satisfies PaymentRefusal[]

/** Text for a refused payment: the reason and what the customer can do. */
export function useRefusalText(): (refusal: string | null) => string {
  const { t } = useTexts('app')
  return (refusal) => t(`pay.refusal.${known.find((reason) => reason === refusal) ?? 'other'}`)
}
