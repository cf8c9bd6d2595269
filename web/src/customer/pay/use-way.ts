import { useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import type { PaymentMethod } from '#contract/app/payments.ts'
import { readAttempt } from './attempt.ts'
import { newCard, wallet } from './ways.tsx'

type Purse = {
  methods: PaymentMethod[]
  walletCents: number | null
  /** True if a card can be typed in the sheet. */
  hasForm: boolean
  /** The card that was saved on another page. */
  saved: PaymentMethod | null
}

/**
 * The chosen payment method. Until the user chooses: the card just saved, the card tried last, the newest card, a
 * wallet with enough money, or a new card.
 */
export function useWay(
  job: CustomerJob,
  { methods, walletCents, hasForm, saved }: Purse,
): [string | null, (way: string) => void] {
  const [chosen, setChosen] = useState<string | null>(null)
  const ids = methods.map((method) => method.payment_method_id)
  const isOffered = (id: string | null | undefined): boolean =>
    id === wallet ? walletCents !== null : id === newCard ? hasForm : Boolean(id && ids.includes(id))
  const isEnough = walletCents !== null && walletCents >= job.price.total_cents
  const likely = [
    chosen,
    saved?.payment_method_id,
    readAttempt(job.job_id)?.methodId,
    job.payment.payment_method_id,
    ids[0],
    isEnough ? wallet : null,
    newCard,
  ]
  return [likely.find(isOffered) ?? null, setChosen]
}

/**
 * True if the chosen card is the refused one: for another method the message would be wrong. A wallet with too little
 * needs no message: what is available, and the top-up, are shown with it.
 */
export function isRefusedCard({ payment }: CustomerJob, way: string | null): boolean {
  if (payment.state !== 'refused' || payment.source === 'wallet') return false
  return way === null || way === payment.payment_method_id
}
