import { sql, type Transaction } from 'kysely'
import type { Difference } from '../../db/json-columns.ts'
import type { Tables } from '../../db/tables.ts'
import { isUuid } from '../../lib/ids.ts'
import { lockPayment } from '../payment.ts'
import { ledgerImbalance } from './check.ts'
import { book, type LedgerAccount, ledgerAccount } from './entries.ts'

type Trx = Transaction<Tables>
type Named = Pick<Difference, 'check' | 'subject'>

/** The checks that compare an account's balance; all others compare a figure of a payment or effect with its rows. */
const accountOf = new Map<string, (subject: string) => LedgerAccount>([
  ['wallet balance', (subject) => subject as LedgerAccount],
  ['carrier paid more than earned', (subject) => subject as LedgerAccount],
  ['held for a payment', ledgerAccount.held],
  ['captured and not shared out or refunded', ledgerAccount.captured],
])

/** The subject of a difference: its payment, if any, and the account whose balance differs. */
export type DifferenceSubject = { paymentId: string | null; account: LedgerAccount | null }

export async function subjectOfDifference(trx: Trx, { check, subject }: Named): Promise<DifferenceSubject> {
  const account = accountOf.get(check)?.(subject) ?? null
  if (!isUuid(subject)) return { paymentId: null, account }
  const call = await trx
    .selectFrom('payment_effect')
    .select('payment_id')
    .where('id', '=', subject)
    .executeTakeFirst()
  return { paymentId: call?.payment_id ?? subject, account }
}

/**
 * A difference with its present amounts; undefined once the books agree. The caller holds the locks of
 * `lockDifference`.
 */
export async function readDifference(trx: Trx, named: Named): Promise<Difference | undefined> {
  const { paymentId, account } = await subjectOfDifference(trx, named)
  const accounts = [
    ...(account ? [account] : []),
    ...(paymentId ? [ledgerAccount.held(paymentId), ledgerAccount.captured(paymentId)] : []),
  ]
  const part = { paymentIds: paymentId ? [paymentId] : [], accounts }
  const found = await ledgerImbalance(trx, { part })
  return found.find(({ check, subject }) => check === named.check && subject === named.subject)
}

/** Serializes bookings; the payment or wallet cannot change meanwhile. */
export async function lockDifference(trx: Trx, { paymentId, account }: DifferenceSubject): Promise<void> {
  if (paymentId) await lockPayment(trx, paymentId)
  await sql`select pg_advisory_xact_lock(hashtextextended('dray: booking of a difference', 0))`.execute(trx)
  const [kind, id = ''] = account?.split(':') ?? []
  if (kind === 'wallet' && isUuid(id))
    await sql`select from wallet where account_id = ${id} for update`.execute(trx)
}

/**
 * Books a difference against `platform:differences`, so the check agrees. The balance of an account needs one row. A
 * figure is the sum of one kind of rows, while the accounts are right or differ themselves: one row corrects it
 * (`corrects`), and another reverses the amount. No money moves.
 */
export async function bookDifference(
  trx: Trx,
  { check, subject, expected_cents, actual_cents }: Difference,
  { paymentId, account }: DifferenceSubject,
): Promise<void> {
  const payment = paymentId ? await lockPayment(trx, paymentId) : null
  // The customer saw the wallet's balance, so the ledger is corrected to it.
  const missing = check === 'wallet balance' ? actual_cents - expected_cents : expected_cents - actual_cents
  const about = {
    kind: 'correction' as const,
    mode: payment?.mode ?? ('live' as const),
    jobId: payment?.jobId ?? null,
    paymentId,
    effectId: null,
    amountCents: Math.abs(missing),
  }
  const differences = ledgerAccount.platformDifferences
  const of = account ?? ledgerAccount.captured(paymentId ?? subject)
  const [debit, credit] = missing > 0 ? [differences, of] : [of, differences]
  await book(trx, { ...about, debit, credit, corrects: `${check} ${subject}` })
  if (account === null) await book(trx, { ...about, debit: credit, credit: debit })
}
