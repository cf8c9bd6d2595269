import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { LedgerKind } from '#contract/admin/money/ledger-vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { isBlockingDispute } from '../blocking-disputes.ts'
import { type Booked, book, type LedgerAccount, ledgerAccount } from '../ledger/entries.ts'

type WalletMove = Booked & { accountId: string; kind: LedgerKind; amountCents: number }

/**
 * Takes an amount to pay a job, so not from the money of a disputed top-up.
 *
 * @returns false, without a change, when too little is available.
 */
export async function takeFromWallet(
  trx: Transaction<Tables>,
  { accountId, to, ...move }: WalletMove & { to: LedgerAccount },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('wallet')
    .set({ balance_cents: sql`balance_cents - ${move.amountCents}` })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`balance_cents - ${frozenCents(accountId)} >= ${move.amountCents}`)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await book(trx, { ...move, debit: ledgerAccount.wallet(accountId), credit: to })
  return true
}

/**
 * Takes an amount, or the whole balance if that is less, also from the money of a disputed top-up. The lock makes the
 * statement read the balance that a concurrent payment leaves.
 *
 * @returns the cents that were taken.
 */
export async function takeUpTo(
  trx: Transaction<Tables>,
  { accountId, to, amountCents, ...move }: WalletMove & { to: LedgerAccount },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    with available as (
      select account_id, least(balance_cents, ${amountCents}::integer) as cents from wallet
      where account_id = ${accountId} for no key update)
    update wallet set balance_cents = balance_cents - available.cents from available
    where wallet.account_id = available.account_id returning available.cents`.execute(trx)
  const taken = rows[0]?.cents ?? 0
  await book(trx, { ...move, debit: ledgerAccount.wallet(accountId), credit: to, amountCents: taken })
  return taken
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

/** The last 100 entries, newest first; incoming amounts are positive. */
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

/**
 * SQL expression: cents of a wallet that cannot pay jobs while a top-up is disputed (decision 19). It is the disputed
 * amount, but at most the balance when the last dispute arrived, plus later refunds of earlier payments, minus what
 * later refunds of top-ups took: a later top-up stays available. A fraud warning has no amount and concerns its whole
 * top-up.
 *
 * The result may exceed the present balance, after a payment that ran concurrently with the event of the dispute.
 */
function frozenCents(accountId: string): RawBuilder<number> {
  const wallet = ledgerAccount.wallet(accountId)
  return sql<number>`(
    select greatest(0, least(coalesce(disputed.cents, 0), (
      select coalesce(sum(case when credit = ${wallet} then ledger_transfer.amount_cents else -ledger_transfer.amount_cents end), 0)
      from ledger_transfer left join payment on payment.id = ledger_transfer.payment_id
      where ${wallet} in (debit, credit) and (ledger_transfer.at <= disputed.since
        or (ledger_transfer.kind in ('release', 'refund') and payment.created_at <= disputed.since)
        or (ledger_transfer.kind = 'correction' and payment.purpose = 'top_up')))))::integer
    from (
      select sum(least(top_up.left_cents, top_up.cents)) as cents, max(top_up.since) as since from (
        select payment.captured_cents - payment.refunded_cents as left_cents, max(dispute.opened_at) as since,
          sum(case dispute.kind when 'dispute' then dispute.amount_cents
            else payment.captured_cents - payment.refunded_cents end) as cents
        from dispute join payment on payment.id = dispute.payment_id
        where payment.account_id = ${accountId} and payment.purpose = 'top_up' and ${isBlockingDispute}
        group by payment.id) as top_up) as disputed)`
}
