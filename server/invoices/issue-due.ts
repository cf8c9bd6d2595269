import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Processors } from '../payments/providers/processors.ts'
import { composeInvoice } from './compose.ts'
import { listDue, readDue } from './due.ts'
import { seriesOf } from './number.ts'
import type { InvoiceSettings } from './settings.ts'
import { writeInvoice } from './write.ts'

type Trx = Transaction<Tables>

export type InvoiceNeeds = {
  kysely: Kysely<Tables>
  processors: Pick<Processors, 'named'>
  invoicing: InvoiceSettings
}

/** A transaction issues at most so many pages, so that it stays short. */
const batch = 100

/**
 * Issues a page with a number for each movement that waits for one (decision 67). One node does it at a time, in a
 * transaction for each batch: number, page and movement are written together or not at all.
 *
 * @throws the first error of a page, after all others were issued; its movement waits for a minute.
 */
export async function issueDueInvoices(needs: InvoiceNeeds, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { issued, error } = await issueBatch(needs)
    if (error) throw error
    if (issued < batch || signal?.aborted) return
  }
}

type Issued = { issued: number; error: Error | null }

/** A page that cannot be issued must not stop the others, so after an error each has a savepoint. */
async function issueBatch(needs: InvoiceNeeds): Promise<Issued> {
  try {
    return await inTurn(needs, async (trx, ids) => {
      for (const id of ids) await issue(trx, needs, id)
      return null
    })
  } catch {
    return inTurn(needs, async (trx, ids) => {
      let error: Error | null = null
      for (const id of ids) {
        const failed = await issueOrPostpone(trx, needs, id)
        error ??= failed
      }
      return error
    })
  }
}

/** Only one node at a time, so that a later number never has an earlier instant. */
const inTurn = (
  { kysely }: InvoiceNeeds,
  issueAll: (trx: Trx, ids: string[]) => Promise<Error | null>,
): Promise<Issued> =>
  kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isAlone: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('dray: invoices', 0)) as "isAlone"`.execute(trx)
    if (!rows[0]?.isAlone) return { issued: 0, error: null }
    const ids = await listDue(trx, batch)
    return { issued: ids.length, error: await issueAll(trx, ids) }
  })

/** Rolling back to the savepoint returns the number of the page too. */
async function issueOrPostpone(trx: Trx, needs: InvoiceNeeds, ledgerId: string): Promise<Error | null> {
  await sql`savepoint one_invoice`.execute(trx)
  try {
    await issue(trx, needs, ledgerId)
    await sql`release savepoint one_invoice`.execute(trx)
    return null
  } catch (error) {
    await sql`rollback to savepoint one_invoice`.execute(trx)
    const reason = error instanceof Error ? error : new Error(String(error))
    await trx
      .updateTable('invoice_due')
      .set({ due_at: sql<Date>`now() + interval '1 minute'`, last_error: reason.message })
      .where('ledger_id', '=', ledgerId)
      .execute()
    return reason
  }
}

async function issue(trx: Trx, { processors, invoicing }: InvoiceNeeds, ledgerId: string): Promise<void> {
  const movement = await readDue(trx, ledgerId)
  const composed = await composeInvoice(trx, movement, invoicing)
  const isReal = movement.mode === 'live' && (processors.named(movement.processor)?.movesRealMoney ?? true)
  await writeInvoice(trx, {
    ...{ movement, composed, isTest: !isReal },
    series: seriesOf(composed.kind, !isReal),
  })
}
