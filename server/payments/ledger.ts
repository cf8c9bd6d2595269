import type { Transaction } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'

/**
 * Where money can stand. It comes out of a processor or a wallet, is held, is captured, and from there is shared out to
 * carriers and the platform or given back:
 *
 *     processor|wallet → held → captured → carrier → processor (paid out)
 *                                        → platform:fees
 *                                        → wallet (a top-up)
 *                                        → processor|wallet (a refund)
 *
 * A balance is what came in less what went out. That of a processor is therefore what we have there, below zero.
 */
export type LedgerAccount =
  | `processor:${string}`
  | `wallet:${string}`
  | `held:${string}`
  | `captured:${string}`
  | `carrier:${string}`
  | 'platform:fees'

export const ledgerAccount = {
  processor: (name: string): LedgerAccount => `processor:${name}`,
  wallet: (accountId: string): LedgerAccount => `wallet:${accountId}`,
  held: (paymentId: string): LedgerAccount => `held:${paymentId}`,
  captured: (paymentId: string): LedgerAccount => `captured:${paymentId}`,
  carrier: (accountId: string): LedgerAccount => `carrier:${accountId}`,
  platformFees: 'platform:fees',
} as const

/** `share` and `fee` are booked by whoever shares a captured payment out; all others by the settling of effects. */
export type LedgerKind =
  | 'hold'
  | 'release'
  | 'capture'
  | 'refund'
  | 'transfer'
  | 'top_up'
  | 'share'
  | 'fee'
  | 'correction'

/** What an entry belongs to. */
export type Booked = {
  mode: KeyMode
  jobId: string | null
  paymentId: string | null
  effectId: string | null
}

export type LedgerEntry = Booked & {
  kind: LedgerKind
  /** Loses the amount. */
  debit: LedgerAccount
  /** Gains it. */
  credit: LedgerAccount
  amountCents: number
}

/**
 * Writes one movement; none for an amount of zero, so that callers need not tell. A wallet's own movements go through
 * `wallet.ts`, which keeps the balance beside them.
 */
export async function book(trx: Transaction<Tables>, entry: LedgerEntry): Promise<void> {
  if (entry.amountCents === 0) return
  await trx
    .insertInto('ledger_transfer')
    .values({
      id: newId(),
      kind: entry.kind,
      debit: entry.debit,
      credit: entry.credit,
      amount_cents: entry.amountCents,
      mode: entry.mode,
      job_id: entry.jobId,
      payment_id: entry.paymentId,
      effect_id: entry.effectId,
    })
    .execute()
}
