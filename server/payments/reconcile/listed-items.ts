import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isUuid } from '../../lib/ids.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import type { ListedItem, ListedPages, ProcessorListing } from '../processor.ts'

export type SpoolNeeds = {
  kysely: Kysely<Tables>
  /** Folder on a disk for a list that may be large. `/tmp` may be memory, as in the compose file. */
  spoolFolder: string
}

export type ListedItems = {
  /** The transaction with the temporary table `processor_item`. */
  db: Kysely<Tables>
  /** Number of listed items; null for a kind that the processor cannot list. */
  listed: Record<ItemKind, number | null>
  /** Rows that change from now on may be newer than the list. */
  startedAt: Date
}

/**
 * Reads the processor's list into a file, which may take minutes and holds no transaction, then copies it to a
 * temporary table for the duration of `work`.
 *
 * @returns null when the processor cannot list its items.
 * @throws ProviderError when a list cannot be read.
 */
export async function withListedItems<T>(
  { kysely, spoolFolder }: SpoolNeeds,
  { listing, since }: { listing: ProcessorListing | undefined; since: Date | null },
  work: (items: ListedItems) => Promise<T>,
): Promise<T | null> {
  if (!listing) return null
  const startedAt = await clock(kysely)
  await using spool = await createSpool(spoolFolder)
  await spool.write('hold', listing.holds(since))
  await spool.write('refund', listing.refunds(since))
  if (listing.transfers) await spool.write('transfer', listing.transfers(since))
  // One transaction, because behind a pooler the next one may have another connection, without the table.
  return await kysely.transaction().execute(async (db) => {
    const copied = await copyItems(db, spool.pages())
    const listed = { ...copied, transfer: listing.transfers && copied.transfer }
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

type SpooledPage = { kind: ItemKind; rows: string }

/** A million items take some 300 MB. */
const maxSpoolBytes = 4 * 1024 ** 3

const tooLong = new ProviderError('processor', 'its list is too long', {
  ...{ retryable: false, outcome: 'refused' },
})

/** A temporary file of pages, a line each, to limit the memory. It is unlinked at once, so a crash leaves no file. */
async function createSpool(folder: string) {
  const file = path.join(folder, `.dray-listed-${randomBytes(8).toString('hex')}`)
  const handle = await open(file, 'wx+', 0o600)
  await rm(file)
  let bytes = 0
  return {
    async write(kind: ItemKind, pages: ListedPages): Promise<void> {
      for await (const page of pages) {
        const line = `${kind} ${JSON.stringify(page.map((item) => rowOf(kind, item)))}\n`
        bytes += Buffer.byteLength(line)
        if (bytes > maxSpoolBytes) throw tooLong
        await handle.write(line)
      }
    },
    async *pages(): AsyncGenerator<SpooledPage> {
      for await (const line of handle.readLines({ start: 0, autoClose: false })) {
        const [kind = ''] = line.split(' ', 1)
        yield { kind: kind as ItemKind, rows: line.slice(kind.length + 1) }
      }
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

/** @returns the number of different items of each kind. */
async function copyItems(
  db: Kysely<Tables>,
  pages: AsyncIterable<SpooledPage>,
): Promise<Record<ItemKind, number>> {
  await sql`
    create temporary table processor_item (
      kind text not null, reference text not null, payment_id uuid, effect_id uuid, belongs_to text, status text not null,
      created_at timestamptz not null, amount_cents bigint not null, captured_cents bigint not null,
      primary key (kind, reference)) on commit drop`.execute(db)
  const listed = { hold: 0, refund: 0, transfer: 0 }
  for await (const { kind, rows } of pages) {
    const { numAffectedRows } = await sql`
      insert into processor_item
      select * from jsonb_to_recordset(${rows}::jsonb) as item (
        kind text, reference text, payment_id uuid, effect_id uuid, belongs_to text, status text,
        created_at timestamptz, amount_cents bigint, captured_cents bigint)
      on conflict do nothing`.execute(db)
    listed[kind] += Number(numAffectedRows ?? 0)
  }
  await sql`analyze processor_item`.execute(db)
  return listed
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
