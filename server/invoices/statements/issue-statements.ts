import { sql, type Transaction } from 'kysely'
import { readTaxData } from '../../accounts/carriers/tax-data.ts'
import { waitForTurn } from '../../db/lock-order.ts'
import type { Tables } from '../../db/tables.ts'
import { monthAt, monthBefore, spanOfMonth } from '../../lib/zoned-month.ts'
import { isHeld } from '../hold.ts'
import { type InvoiceNeeds, isReal } from '../issue-due.ts'
import { queueInvoiceMail } from '../queue-mail.ts'
import { writeInvoice } from '../write.ts'
import { composeStatement } from './compose-statement.ts'
import {
  type DueOfCarrier,
  isInvoiced,
  keepProcessors,
  lastClosing,
  listCarriersDue,
  movementsDue,
  oldestDue,
  sumsBefore,
} from './due.ts'

type Trx = Transaction<Tables>

/** A transaction that began before the end of the month may still add a movement with an earlier time. */
const settlingMs = 3_600_000

/** A transaction issues the statements of at most so many carriers, so that receipts do not wait for long. */
const batch = 20

/** What was left open: carriers whose statement failed, and the months that wait for them. */
type Failed = { carriers: string[]; months: string[]; error: Error | null }

/**
 * Issues a statement for each carrier with movements in a month that has ended, an hour after its end (decision 68).
 * One node does it at a time, in a transaction for each batch. A movement is on the first statement that is issued
 * after it: one that was booked late is on that of the next month. During a hold after a restore all statements wait.
 *
 * @throws the first error of a statement, after all others were issued; the next run tries it again.
 */
export async function issueStatements(
  needs: InvoiceNeeds,
  signal?: AbortSignal,
  now = new Date(),
): Promise<void> {
  const last = monthBefore(monthAt(new Date(now.getTime() - settlingMs), needs.invoicing.timeZone))
  const failed: Failed = { carriers: [], months: [], error: null }
  while (!signal?.aborted && !(await issueBatch(needs, { last, failed })));
  if (failed.error) throw failed.error
}

/** @returns whether no month is left for this run. */
const issueBatch = (
  needs: InvoiceNeeds,
  { last, failed }: { last: string; failed: Failed },
): Promise<boolean> =>
  needs.kysely.transaction().execute(async (trx) => {
    await waitForTurn(trx)
    await keepProcessors(trx, needs.processors.live.name)
    if (failed.months.includes(last) || (await isEnded(trx, last)) || (await isHeld(trx))) return true
    const { timeZone } = needs.invoicing
    const month = await nextMonth(trx, { last, timeZone, without: failed.months })
    const { end } = spanOfMonth(month, timeZone)
    const carriers = await listCarriersDue(trx, { month, end, without: failed.carriers, limit: batch })
    for (const accountId of carriers) await issueOrSkip(trx, needs, { accountId, month, failed })
    if (carriers.length === batch) return false
    // A carrier without the statement of this month gets none of a later one before it.
    if (failed.carriers.length > 0) failed.months.push(month)
    else await sql`insert into statement_month (month) values (${month})`.execute(trx)
    return false
  })

/** A statement that cannot be issued must not stop the others. Rolling back returns its number too. */
async function issueOrSkip(
  trx: Trx,
  needs: InvoiceNeeds,
  { failed, ...of }: { accountId: string; month: string; failed: Failed },
): Promise<void> {
  await sql`savepoint one_carrier`.execute(trx)
  try {
    await issueFor(trx, needs, of)
    await sql`release savepoint one_carrier`.execute(trx)
  } catch (error) {
    await sql`rollback to savepoint one_carrier`.execute(trx)
    failed.carriers.push(of.accountId)
    failed.error ??= error instanceof Error ? error : new Error(String(error))
  }
}

const isEnded = async (trx: Trx, month: string): Promise<boolean> =>
  (await sql`select from statement_month where month = ${month}`.execute(trx)).rows.length > 0

type Months = { last: string; timeZone: string; without: string[] }

/** The first month that has movements without a statement and is not ended; after a long stop there may be several. */
async function nextMonth(trx: Trx, { last, timeZone, without }: Months): Promise<string> {
  const oldest = await oldestDue(trx)
  const { rows } = await sql<{ month: string }>`select month from statement_month`.execute(trx)
  const ended = new Set([...without, ...rows.map(({ month }) => month)])
  let next = last
  const first = oldest ? monthAt(oldest, timeZone) : last
  for (let month = last; month >= first; month = monthBefore(month)) if (!ended.has(month)) next = month
  return next
}

/** Play money has statements apart from real money. */
async function issueFor(
  trx: Trx,
  needs: InvoiceNeeds,
  { accountId, month }: { accountId: string; month: string },
): Promise<void> {
  const { timeZone } = needs.invoicing
  const movements = await movementsDue(trx, accountId, spanOfMonth(month, timeZone).end)
  for (const isTest of [false, true]) {
    const ofKind = movements.filter((movement) => isTestMoney(needs, movement) === isTest)
    if (ofKind.length > 0) await issueOne(trx, needs, { accountId, month, isTest, movements: ofKind })
  }
}

/** A movement of earlier versions without a processor is real if the one in use is. */
const isTestMoney = (
  { processors }: InvoiceNeeds,
  { mode, processor }: Pick<DueOfCarrier, 'mode' | 'processor'>,
) => !isReal({ mode, processor: processor ?? processors.live.name }, processors)

type OfMonth = { accountId: string; month: string; isTest: boolean; movements: DueOfCarrier[] }

async function issueOne(trx: Trx, needs: InvoiceNeeds, of: OfMonth): Promise<void> {
  const { accountId, month, isTest, movements } = of
  const { invoicing } = needs
  const account = await trx
    .selectFrom('account')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirst()
  const composed = composeStatement(
    {
      ...{ month, name: account?.name ?? null, taxData: await readTaxData(trx, accountId) },
      openingCents: await openingOf(trx, needs, of),
      isInvoiced: await isInvoiced(trx, of),
      movements: movements.map(({ kind, at, jobId, route, amountCents }) => ({
        ...{ kind, at, jobId, route, amountCents },
      })),
    },
    invoicing,
  )
  const invoiceId = await writeInvoice(trx, {
    ...{ ...composed, isTest, accountId, jobId: null, paymentId: null, corrects: null },
    ...{ ledgerIds: movements.map(({ id }) => id), timeZone: invoicing.timeZone },
  })
  if (needs.sendsMail) await queueInvoiceMail(trx, invoiceId)
  await sql`
    insert into carrier_statement (account_id, month, is_test, invoice_id)
    values (${accountId}, ${month}, ${isTest}, ${invoiceId})`.execute(trx)
}

async function openingOf(trx: Trx, needs: InvoiceNeeds, { accountId, isTest }: OfMonth): Promise<number> {
  const known = await lastClosing(trx, { accountId, isTest })
  if (known !== null) return known
  const sums = await sumsBefore(trx, accountId)
  return sums
    .filter((sum) => isTestMoney(needs, sum) === isTest)
    .reduce((total, { cents }) => total + cents, 0)
}
