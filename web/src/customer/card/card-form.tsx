import { lazy, type Ref, Suspense } from 'react'
import type { CardForm as FormFacts } from '#contract/app/payments.ts'
import { Loading } from '../../kit/states.tsx'
import type { SavedCard } from './save-card.ts'
import './card.css'

const formFiles = {
  test: () => import('./test-fields.tsx'),
  stripe: () => import('./stripe-fields.tsx'),
}
const TestFields = lazy(() => formFiles.test().then((file) => ({ default: file.TestFields })))
const StripeFields = lazy(() => formFiles.stripe().then((file) => ({ default: file.StripeFields })))

/** The button that saves, or pays, is outside of the form. */
export type CardFormHandle = {
  /** Resolves to null, and the form says why, if the card was not saved. */
  save: () => Promise<SavedCard | null>
}

/** What a wallet does: Apple Pay, Google Pay or the test wallet. */
export type WalletUse = {
  /** Amount to pay as text; null where a card is only saved. */
  total: string | null
  /** False, and the page says why, if something must be filled in first. Answers at once: wallets do not wait. */
  mayOpen: () => boolean
  /** The person has confirmed in the wallet; `save` saves its card. */
  onConfirmed: (save: CardFormHandle['save']) => Promise<void>
}

export type CardFormProps = {
  form: FormFacts
  returnPath: string
  /** A test job, whose cards are the sandbox's. */
  jobId?: string | undefined
  wallet: WalletUse
  /** Enter in a field does the same as the button outside. */
  onEnter: () => void
  ref: Ref<CardFormHandle>
}

/** The fields for a card, and the wallets. Not for processors that have a page for it. */
export function CardForm(props: CardFormProps) {
  const Fields = props.form.kind === 'stripe' ? StripeFields : TestFields
  return (
    <Suspense fallback={<Loading rows={2} />}>
      <Fields {...props} />
    </Suspense>
  )
}

/** Loads the files of the form ahead, nothing from the processor. */
export function preloadCardForm({ kind }: FormFacts): void {
  if (kind !== 'page') void formFiles[kind]()
}
