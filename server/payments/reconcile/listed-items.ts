import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isUuid } from '../../lib/ids.ts'
import type { ListedItem, ListedPages, ProcessorListing } from '../processor.ts'

export type ListedItems = {
  /** The transaction with the temporary table `processor_item`. */
  db: Kysely<Tables>
  /** Number of listed items; null for a kind that the processor cannot list. */
  listed: Record<ItemKind, number | null>
  /** Rows that change from now on may be newer than the list. */
  startedAt: Date
}

/**
 * Copies the processor's list to a temporary table, for the duration of `work`.
 *
 * @returns null when the processor cannot list its items.
 * @throws ProviderError when a list cannot be read.
 */
export async function withListedItems<T>(
  { kysely }: { kysely: Kysely<Tables> },
  { listing, since }: { listing: ProcessorListing | undefined; since: Date | null },
  work: (items: ListedItems) => Promise<T>,
): Promise<T | null> {
  if (!listing) return null
  // One transaction, because behind a pooler the next one may have another connection, without the table.
  return kysely.transaction().execute(async (db) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    const startedAt = await clock(db)
    const listed = await copyItems(db, listing, since)
    return await work({ db, listed, startedAt })
  })
}

/** The database's clock, because the times that are compared with it come from the database. */
async function clock(db: Kysely<Tables>): Promise<Date> {
  const { now } = await db
    .selectNoFrom(sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('now'))
    .executeTakeFirstOrThrow()
  return now
}

export type ItemKind = 'hold' | 'refund' | 'transfer'

/**
 * Copies the processor's lists into a temporary table of this transaction, page by page, to limit the memory.
 *
 * @returns the number of items of each kind; null for a kind that cannot be listed.
 * @throws ProviderError when a page cannot be read.
 */
async function copyItems(
  db: Kysely<Tables>,
  listing: ProcessorListing,
  since: Date | null,
): Promise<Record<ItemKind, number | null>> {
  await sql`
    create temporary table processor_item (
      kind text not null, reference text not null, payment_id uuid, effect_id uuid, belongs_to text, status text not null,
      created_at timestamptz not null, amount_cents bigint not null, captured_cents bigint not null,
      primary key (kind, reference)) on commit drop`.execute(db)
  const hold = await copyPages(db, 'hold', listing.holds(since))
  const refund = await copyPages(db, 'refund', listing.refunds(since))
  const transfer = listing.transfers && (await copyPages(db, 'transfer', listing.transfers(since)))
  await sql`analyze processor_item`.execute(db)
  return { hold, refund, transfer }
}

async function copyPages(db: Kysely<Tables>, kind: ItemKind, pages: ListedPages): Promise<number> {
  let count = 0
  for await (const page of pages) {
    const rows = JSON.stringify(page.map((item) => rowOf(kind, item)))
    const { numAffectedRows } = await sql`
      insert into processor_item
      select * from jsonb_to_recordset(${rows}::jsonb) as item (
        kind text, reference text, payment_id uuid, effect_id uuid, belongs_to text, status text,
        created_at timestamptz, amount_cents bigint, captured_cents bigint)
      on conflict do nothing`.execute(db)
    count += Number(numAffectedRows ?? 0)
  }
  return count
}

const rowOf = (kind: ItemKind, item: ListedItem) => ({
  kind,
  reference: item.reference,
  payment_id: uuidOrNull(item.paymentId),
  effect_id: uuidOrNull(item.effectId),
  belongs_to: item.belongsTo,
  status: item.status,
  created_at: item.createdAt,
  amount_cents: item.amountCents,
  captured_cents: item.capturedCents,
})

/** Another program may have written any text into the metadata. */
const uuidOrNull = (text: string | null): string | null => (text && isUuid(text) ? text : null)
