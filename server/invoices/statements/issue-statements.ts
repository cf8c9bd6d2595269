import { sql, type Transaction } from 'kysely'
import { readTaxData } from '../../accounts/carriers/tax-data.ts'
import type { Tables } from '../../db/tables.ts'
import { monthAt, monthBefore, spanOfMonth } from '../../lib/zoned-month.ts'
import { isHeld, waitForTurn } from '../in-turn.ts'
import { type InvoiceNeeds, isReal } from '../issue-due.ts'
import { queueInvoiceMail } from '../queue-mail.ts'
import { writeInvoice } from '../write.ts'
import { composeStatement } from './compose-statement.ts'
import {
  type DueOfCarrier,
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

/**
 * Issues a statement for each carrier with movements in a month that has ended, an hour after its end (decision 68).
 * One node does it at a time, in a transaction for each batch. A movement is on the first statement that is issued
 * after it: one that was booked late is on that of the next month. During a hold after a restore all statements wait.
 */
export async function issueStatements(
  needs: InvoiceNeeds,
  signal?: AbortSignal,
  now = new Date(),
): Promise<void> {
  const { timeZone } = needs.invoicing
  const last = monthBefore(monthAt(new Date(now.getTime() - settlingMs), timeZone))
  while (!signal?.aborted) {
    const isDone = await needs.kysely.transaction().execute(async (trx) => {
      await waitForTurn(trx)
      if ((await isEnded(trx, last)) || (await isHeld(trx))) return true
      const month = await nextMonth(trx, { last, timeZone })
      const carriers = await listCarriersDue(trx, {
        month,
        end: spanOfMonth(month, timeZone).end,
        limit: batch,
      })
      for (const accountId of carriers) await issueFor(trx, needs, { accountId, month })
      if (carriers.length < batch)
        await sql`insert into statement_month (month) values (${month})`.execute(trx)
      return false
    })
    if (isDone) return
  }
}

const isEnded = async (trx: Trx, month: string): Promise<boolean> =>
  (await sql`select from statement_month where month = ${month}`.execute(trx)).rows.length > 0

/** The first month that has movements without a statement and is not ended; after a long stop there may be several. */
async function nextMonth(trx: Trx, { last, timeZone }: { last: string; timeZone: string }): Promise<string> {
  const oldest = await oldestDue(trx)
  const { rows } = await sql<{ month: string }>`select month from statement_month`.execute(trx)
  const ended = new Set(rows.map(({ month }) => month))
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

/** A movement without a processor is real if the one in use is. */
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
