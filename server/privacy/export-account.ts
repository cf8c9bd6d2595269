import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { listOf, object, refs, type Section, utcs } from './export-section.ts'
import { accountItem, sectionsOf } from './export-sections.ts'

type Db = Kysely<Tables>

const pageSize = 100

/**
 * Exports everything stored about an account as the text of a JSON document (`AccountData`), in parts, with one page of
 * rows in memory and no connection between two pages. Inside a `repeatable read` transaction the document shows a
 * single instant.
 *
 * @returns null for an unknown account.
 */
export async function exportAccount(db: Db, accountId: string): Promise<AsyncIterable<string> | null> {
  const head = await readHead(db, accountId)
  return head && pieces(db, { accountId, ...head })
}

type Head = { phone: string | null; account: string; carrier: string | null }

async function* pieces(db: Db, { accountId, phone, account, carrier }: Head & { accountId: string }) {
  const about = { format: 'dray-account-data', version: 1, exported_at: new Date().toISOString() }
  yield `${JSON.stringify(about).slice(0, -1)},"account":${account},"carrier":${carrier ?? 'null'}`
  for (const section of sectionsOf({ accountId, phone })) {
    yield `,\n"${section.name}":[`
    yield* itemsOf(db, section)
    yield ']'
  }
  yield '}\n'
}

async function* itemsOf(db: Db, section: Section): AsyncGenerator<string> {
  let last: string | null = null
  for (;;) {
    const page: Page[] = await readPage(db, section, last)
    if (page.length > 0) yield `${last === null ? '' : ','}\n${page.map(({ item }) => item).join(',\n')}`
    last = page.at(-1)?.key ?? last
    if (page.length < pageSize) return
  }
}

type Page = { key: string; item: string }

async function readPage(db: Db, { key, item, rows }: Section, last: string | null): Promise<Page[]> {
  const after = last === null ? sql`` : sql`and ${key} > ${last}`
  const page = await sql<Page>`
    select (${key})::text as key, (${item})::text as item ${rows} ${after} order by ${key} limit ${pageSize}`.execute(
    db,
  )
  return page.rows
}

async function readHead(db: Db, accountId: string): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select account.phone, (${accountItem})::text as account,
      (select (${carrierItem})::text from carrier where carrier.account_id = account.id) as carrier
    from account where account.id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

const carrierItem = object({
  ...refs('carrier', ['status', 'status_reason']),
  ...utcs('carrier', ['status_changed_at']),
  ...refs('carrier', [
    'vehicle_size',
    'vehicle',
    'plate',
    'base_address',
    'base_place',
    'base_lat',
    'base_lon',
    'radius_km',
  ]),
  ...utcs('carrier', ['plate_changed_at', 'admitted_at', 'changes_seen_at', 'created_at', 'updated_at']),
  payouts: listOf(
    { ...refs('payout', ['processor', 'ready']), ...utcs('payout', ['created_at']) },
    {
      rows: sql`from payout_account payout where payout.carrier_id = carrier.account_id`,
      order: sql`payout.processor`,
    },
  ),
})
