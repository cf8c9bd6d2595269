import { sql, type Transaction } from 'kysely'
import type {
  LedgerAccountKind,
  LedgerKind,
  platformAccounts,
} from '#contract/admin/money/ledger-vocabulary.ts'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'

/**
 * The accounts of the ledger. Money comes from a processor or a wallet, is held, is captured, and is then shared out to
 * carriers and the platform, or given back:
 *
 *     processor|wallet → held → captured → carrier → processor (paid out)
 *                                        → platform:fees
 *                                        → wallet (a top-up)
 *                                        → processor|wallet (a refund)
 *
 * Money that banks take back in disputes, and the fees, go from `platform:disputes` and `platform:dispute_fees` to the
 * processor; reinstated money returns.
 *
 * Money that people moved outside the processor comes from or goes to `platform:outside`.
 *
 * An examined difference is booked against `platform:differences`.
 *
 * A balance is the sum of credits minus the sum of debits. The balance of a processor is therefore negative: minus our
 * amount there.
 */
export type LedgerAccount =
  | `${Exclude<LedgerAccountKind, 'platform'>}:${string}`
  | (typeof platformAccounts)[number]

export const ledgerAccount = {
  processor: (name: string): LedgerAccount => `processor:${name}`,
  wallet: (accountId: string): LedgerAccount => `wallet:${accountId}`,
  held: (paymentId: string): LedgerAccount => `held:${paymentId}`,
  captured: (paymentId: string): LedgerAccount => `captured:${paymentId}`,
  carrier: (accountId: string): LedgerAccount => `carrier:${accountId}`,
  platformFees: 'platform:fees',
  platformDisputes: 'platform:disputes',
  platformDisputeFees: 'platform:dispute_fees',
  platformOutside: 'platform:outside',
  platformDifferences: 'platform:differences',
} as const

/** The rows that a ledger entry belongs to. */
export type Booked = {
  mode: KeyMode
  jobId: string | null
  paymentId: string | null
  effectId: string | null
  /** `keyNumber` of the effect (`Effect`). */
  keyNumber?: number
}

export type LedgerEntry = Booked & {
  /**
   * `share` and `fee` are booked when a captured payment is shared out (`jobs/money/share-out.ts`); all others when an
   * effect or an event of the processor is settled.
   */
  kind: LedgerKind
  /** The account that loses the amount. */
  debit: LedgerAccount
  /** The account that gains the amount. */
  credit: LedgerAccount
  amountCents: number
  /** The check and subject of the corrected difference (`differences.ts`). */
  corrects?: string
}

/**
 * Inserts one movement; an amount of zero is ignored, so callers do not check. Movements of a wallet go through
 * `wallet/balance.ts`, which also updates the stored balance.
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
      corrects: entry.corrects ?? null,
    })
    .execute()
}

/** Balance of an account in cents: credits minus debits. */
export async function accountBalance(trx: Transaction<Tables>, account: LedgerAccount): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when credit = ${account} then amount_cents else -amount_cents end), 0)::integer as cents
    from ledger_transfer where ${account} in (debit, credit)`.execute(trx)
  return rows[0]?.cents ?? 0
}
