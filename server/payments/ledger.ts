import { sql, type Transaction } from 'kysely'
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
 * What banks take back in disputes, and the fees for it, goes from `platform:disputes` and `platform:dispute_fees` to the
 * processor; what is reinstated comes back.
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
  | 'platform:disputes'
  | 'platform:dispute_fees'

export const ledgerAccount = {
  processor: (name: string): LedgerAccount => `processor:${name}`,
  wallet: (accountId: string): LedgerAccount => `wallet:${accountId}`,
  held: (paymentId: string): LedgerAccount => `held:${paymentId}`,
  captured: (paymentId: string): LedgerAccount => `captured:${paymentId}`,
  carrier: (accountId: string): LedgerAccount => `carrier:${accountId}`,
  platformFees: 'platform:fees',
  platformDisputes: 'platform:disputes',
  platformDisputeFees: 'platform:dispute_fees',
} as const

/** `share` and `fee` are booked by whoever shares a captured payment out; all others by the settling of effects. */
export type LedgerKind =
  | 'hold'
  | 'release'
  | 'capture'
  | 'refund'
  | 'refund_failed'
  | 'transfer'
  | 'top_up'
  | 'share'
  | 'fee'
  | 'correction'
  | 'dispute'
  | 'dispute_fee'

/** What an entry belongs to. */
export type Booked = {
  mode: KeyMode
  jobId: string | null
  paymentId: string | null
  effectId: string | null
  /** Of the effect: which of its attempts (`Effect`). */
  keyNumber?: number
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
      key_number: entry.keyNumber ?? 0,
    })
    .execute()
}

/** What an account has gained, less what it has lost. */
export async function accountBalance(trx: Transaction<Tables>, account: LedgerAccount): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when credit = ${account} then amount_cents else -amount_cents end), 0)::integer as cents
    from ledger_transfer where ${account} in (debit, credit)`.execute(trx)
  return rows[0]?.cents ?? 0
}
