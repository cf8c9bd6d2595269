import { type Kysely, sql, type Transaction } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import { takesTurn } from '../db/lock-order.ts'
import type { Tables } from '../db/tables.ts'
import type { Processors } from '../payments/providers/processors.ts'
import { composeInvoice } from './compose.ts'
import { listDue, readDue } from './due.ts'
import { isHeld } from './hold.ts'
import { queueInvoiceMail } from './queue-mail.ts'
import type { InvoiceSettings } from './settings.ts'
import { writeInvoice } from './write.ts'

type Trx = Transaction<Tables>

export type InvoiceNeeds = {
  kysely: Kysely<Tables>
  processors: Pick<Processors, 'named' | 'live'>
  invoicing: InvoiceSettings
  /** Whether pages are mailed to people with a confirmed address. */
  sendsMail: boolean
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

/** What a batch is issued with. `held`: pages of real money wait. */
type Batch = InvoiceNeeds & { held: boolean }

/** A page that cannot be issued must not stop the others, so after an error each has a savepoint. */
async function issueBatch(needs: InvoiceNeeds): Promise<Issued> {
  try {
    return await inTurn(needs, async (trx, ids, batch) => {
      for (const id of ids) await issue(trx, batch, id)
      return null
    })
  } catch {
    return inTurn(needs, async (trx, ids, batch) => {
      let error: Error | null = null
      for (const id of ids) {
        const failed = await issueOrPostpone(trx, batch, id)
        error ??= failed
      }
      return error
    })
  }
}

const inTurn = (
  needs: InvoiceNeeds,
  issueAll: (trx: Trx, ids: string[], batch: Batch) => Promise<Error | null>,
): Promise<Issued> =>
  needs.kysely.transaction().execute(async (trx) => {
    if (!(await takesTurn(trx))) return { issued: 0, error: null }
    const held = await isHeld(trx)
    const ids = await listDue(trx, { limit: batch, held })
    return { issued: ids.length, error: await issueAll(trx, ids, { ...needs, held }) }
  })

/** Rolling back to the savepoint returns the number of the page too. */
async function issueOrPostpone(trx: Trx, needs: Batch, ledgerId: string): Promise<Error | null> {
  await sql`savepoint one_invoice`.execute(trx)
  try {
    await issue(trx, needs, ledgerId)
    await sql`release savepoint one_invoice`.execute(trx)
    return null
  } catch (error) {
    await sql`rollback to savepoint one_invoice`.execute(trx)
    const reason = error instanceof Error ? error : new Error(String(error))
    await postpone(trx, ledgerId, reason.message)
    return reason
  }
}

const postpone = (trx: Trx, ledgerId: string, reason: string) =>
  trx
    .updateTable('invoice_due')
    .set({ due_at: sql<Date>`now() + interval '1 minute'`, last_error: reason })
    .where('ledger_id', '=', ledgerId)
    .execute()

/** Written once: `listDue` finds it again when nothing is held. */
async function hold(trx: Trx, ledgerId: string): Promise<void> {
  await sql`
    update invoice_due set due_at = 'infinity', last_error = 'held since a restore' where ledger_id = ${ledgerId}`.execute(
    trx,
  )
}

async function issue(
  trx: Trx,
  { processors, invoicing, sendsMail, held }: Batch,
  ledgerId: string,
): Promise<void> {
  const movement = await readDue(trx, ledgerId)
  const isTest = !isReal(movement, processors)
  if (held && !isTest) return hold(trx, ledgerId)
  const { accountId, jobId, paymentId, name } = movement
  const composed = await composeInvoice(trx, movement, invoicing)
  const { timeZone } = invoicing
  const page = { ...composed, isTest, accountId, jobId, paymentId, party: { name }, timeZone }
  const id = await writeInvoice(trx, page)
  if (sendsMail) await queueInvoiceMail(trx, id)
}

/** A processor that is no longer connected counts as real. */
export const isReal = (
  { mode, processor }: { mode: KeyMode; processor: string },
  processors: InvoiceNeeds['processors'],
): boolean => mode === 'live' && (processors.named(processor)?.movesRealMoney ?? true)
