import { IconCreditCard } from '../icons.ts'
import './card.css'

/** The name of a card's brand on a small card. Words, because the logos are trademarks with rules of their owners. */
export function CardMark({ brand }: { brand: string }) {
  const word = words[brand]
  if (!word) return <IconCreditCard aria-hidden />
  return (
    <span className="app-card-mark" aria-hidden>
      {word}
    </span>
  )
}

/** By the names of `PaymentMethod.brand`. */
const words: Record<string, string> = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DINERS',
  jcb: 'JCB',
  unionpay: 'UPAY',
  cartes_bancaires: 'CB',
}
