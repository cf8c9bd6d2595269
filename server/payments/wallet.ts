import { type Kysely, sql, type Transaction } from 'kysely'
import type { LedgerKind } from '#contract/admin/money/ledger-vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { frozenCents } from './frozen-balance.ts'
import { type Booked, book, type LedgerAccount, ledgerAccount } from './ledger.ts'

type WalletMove = Booked & { accountId: string; kind: LedgerKind; amountCents: number }

/**
 * @param includesFrozen whether the money of a disputed top-up may be taken too: to give a top-up back, not to pay a job.
 * @returns false, and changes nothing, when too little is available.
 */
export async function takeFromWallet(
  trx: Transaction<Tables>,
  {
    accountId,
    to,
    includesFrozen = false,
    ...move
  }: WalletMove & { to: LedgerAccount; includesFrozen?: boolean },
): Promise<boolean> {
  const frozen = includesFrozen ? sql<number>`0` : frozenCents(accountId)
  const { numUpdatedRows } = await trx
    .updateTable('wallet')
    .set({ balance_cents: sql`balance_cents - ${move.amountCents}` })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`balance_cents - ${frozen} >= ${move.amountCents}`)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await book(trx, { ...move, debit: ledgerAccount.wallet(accountId), credit: to })
  return true
}

/** Credits the wallet, and creates it with the first amount. */
export async function giveToWallet(
  trx: Transaction<Tables>,
  { accountId, from, ...move }: WalletMove & { from: LedgerAccount },
): Promise<void> {
  if (move.amountCents === 0) return
  await trx
    .insertInto('wallet')
    .values({ account_id: accountId, balance_cents: move.amountCents })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ balance_cents: sql`wallet.balance_cents + excluded.balance_cents` }),
    )
    .execute()
  await book(trx, { ...move, debit: from, credit: ledgerAccount.wallet(accountId) })
}

/** `availableCents`: the part of the balance that can pay jobs; the rest belongs to a disputed top-up. */
export type WalletFunds = { balanceCents: number; availableCents: number }

export async function readFunds(kysely: Kysely<Tables>, accountId: string): Promise<WalletFunds> {
  const row = await kysely
    .selectFrom('wallet')
    .select('balance_cents as balanceCents')
    .select(sql<number>`greatest(0, balance_cents - ${frozenCents(accountId)})`.as('availableCents'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { balanceCents: 0, availableCents: 0 }
}

export type WalletEntry = { at: Date; kind: string; amountCents: number; jobId: string | null }

/** The last 100 entries, newest first; amounts that came in are positive. */
export async function listWalletEntries(kysely: Kysely<Tables>, accountId: string): Promise<WalletEntry[]> {
  const wallet = ledgerAccount.wallet(accountId)
  return kysely
    .selectFrom('ledger_transfer')
    .where((eb) => eb('debit', '=', wallet).or('credit', '=', wallet))
    .select([
      'at',
      'kind',
      sql<number>`case when credit = ${wallet} then amount_cents else -amount_cents end`.as('amountCents'),
      'job_id as jobId',
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}
