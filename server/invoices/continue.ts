import { type Kysely, sql, type Transaction } from 'kysely'
import { type AuditTarget, type By, recordAudit } from '../db/audit.ts'
import { waitForTurn } from '../db/lock-order.ts'
import type { Tables } from '../db/tables.ts'
import { isHeld } from './hold.ts'
import { type Numbered, numberText } from './number.ts'

type Trx = Transaction<Tables>

export type Continued = { outcome: 'done'; wasHeld: boolean } | { outcome: 'given'; last: Numbered }

type Order = { from: Numbered[]; by: By }

/**
 * Lets each of these series go on at its number, and ends the hold after a restore: pages of real money are issued
 * again. Numbers are never taken back.
 *
 * @returns `given` with the last number of a series that is already there, and then changes nothing.
 */
export async function continueInvoices(kysely: Kysely<Tables>, order: Order): Promise<Continued> {
  try {
    return await kysely.transaction().execute((trx) => goOn(trx, order))
  } catch (error) {
    if (error instanceof AlreadyGiven) return { outcome: 'given', last: error.last }
    throw error
  }
}

/** Rolls back what was written for the series before it. */
class AlreadyGiven extends Error {
  readonly last: Numbered

  constructor(last: Numbered) {
    super(`${numberText(last)} is given already`)
    this.last = last
  }
}

async function goOn(trx: Trx, { from, by }: Order): Promise<Continued> {
  await waitForTurn(trx)
  const changes: Record<string, { from: string | null; to: string }> = {}
  for (const next of from) {
    const last = await lastOf(trx, next)
    if (last && last.number >= next.number) throw new AlreadyGiven(last)
    await skipTo(trx, next)
    changes[`${next.series}-${next.year}`] = { from: last && numberText(last), to: numberText(next) }
  }
  const wasHeld = await isHeld(trx)
  await sql`delete from invoice_hold`.execute(trx)
  await sql`update invoice_due set due_at = now() where due_at > now()`.execute(trx)
  if (wasHeld || from.length > 0)
    await recordAudit(trx, { ...by, act: 'invoice.continue', targets: targetsOf(from), changes })
  return { outcome: 'done', wasHeld }
}

async function lastOf(trx: Trx, { series, year }: Numbered): Promise<Numbered | null> {
  const { rows } = await sql<{ number: number }>`
    select last_number as number from invoice_series where series = ${series} and year = ${year}`.execute(trx)
  return rows[0] ? { series, year, number: rows[0].number } : null
}

/** The first number of a series needs no row. */
async function skipTo(trx: Trx, { series, year, number }: Numbered): Promise<void> {
  if (number === 1) return
  await sql`
    insert into invoice_series (series, year, last_number) values (${series}, ${year}, ${number - 1})
    on conflict (series, year) do update set last_number = excluded.last_number`.execute(trx)
}

/** The next numbers; without one the pages of the whole installation go on. */
const targetsOf = (from: Numbered[]): AuditTarget[] =>
  from.length > 0
    ? from.map((next) => ({ type: 'invoice', id: numberText(next) }))
    : [{ type: 'installation', id: 'invoices' }]
