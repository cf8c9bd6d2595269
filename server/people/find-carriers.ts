import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DocumentFilter } from '#contract/admin/carriers.ts'
import { plateKey } from '#contract/carrier-profile.ts'
import type { CarrierStatus, JobSize } from '#contract/vocabulary.ts'
import { isValidSql, lacksDocumentSql, type NeededDocuments } from '../accounts/documents/document.ts'
import { type By, recordAudit } from '../db/audit.ts'
import { isBeyond, placeIn } from '../db/place.ts'
import type { Tables } from '../db/tables.ts'
import { type Page, type Paging, readPage } from '../lib/page.ts'

/** An absent filter is not applied. */
export type CarrierFilters = {
  status?: CarrierStatus | undefined
  vehicleSize?: JobSize | undefined
  /** A part of the name of the town. */
  town?: string | undefined
  /** A part of the name. */
  name?: string | undefined
  /** A whole plate, in any form (`plateKey`). */
  plate?: string | undefined
  documents?: DocumentFilter | undefined
  /** The documents required to approve a carrier, for the filter `missing`. */
  needed?: NeededDocuments
} & Paging

export type FoundCarrier = {
  accountId: string
  name: string
  phone: string | null
  status: CarrierStatus
  statusChangedAt: Date
  vehicleSize: JobSize
  vehicle: string
  basePlace: string
  radiusKm: number
  accountSuspendedAt: Date | null
}

type Row = FoundCarrier & { place: string }

const order = { at: 'carrier.status_changed_at', id: 'carrier.account_id' }
const maxCounted = 1_000

/**
 * A page of carriers, the latest change of status first. A carrier whose status changes between two pages moves to the
 * start; the others appear once. `count` is the number of all rows, at most 1,000.
 */
export async function findCarriers(
  kysely: Kysely<Tables>,
  { before, limit, ...filters }: CarrierFilters,
): Promise<Page<FoundCarrier> & { count: number }> {
  const matching = sql`
    from carrier join account on account.id = carrier.account_id
    where account.erased_at is null and account.sandbox_key_id is null ${conditions(filters)}`
  const find = async (most: number) => (await read(most).execute(kysely)).rows
  const read = (most: number) => sql<Row>`
    select carrier.account_id as "accountId", coalesce(account.name, '') as name, account.phone, carrier.status,
      carrier.status_changed_at as "statusChangedAt", carrier.vehicle_size as "vehicleSize", carrier.vehicle,
      carrier.base_place as "basePlace", carrier.radius_km as "radiusKm",
      account.suspended_at as "accountSuspendedAt",
      ${placeIn(order)} as place
    ${matching} ${before === undefined ? sql`` : sql`and ${isBeyond(order, before)}`}
    order by carrier.status_changed_at desc, carrier.account_id desc limit ${most}`
  const page = await readPage({ limit }, find, ({ place }) => place)
  const isOnly = page.next === null && before === undefined
  return {
    ...page,
    // A part of a name has no index, so a rare one reads every carrier: it is not queried again for the count.
    count: isOnly ? page.rows.length : await countUpTo(kysely, matching),
  }
}

/**
 * Records a search for a plate, with the carriers that were found. The plate is not in the audit log, because the log
 * outlives the erasure of a carrier.
 */
export const recordPlateSearch = (
  kysely: Kysely<Tables>,
  { found, by }: { found: FoundCarrier[]; by: By },
): Promise<void> =>
  kysely.transaction().execute((trx) => {
    const targets = found.map(({ accountId: id }) => ({ type: 'account' as const, id }))
    return recordAudit(trx, { ...by, act: 'carrier.search_plate', targets })
  })

async function countUpTo(kysely: Kysely<Tables>, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select ${matching} limit ${maxCounted}) as counted`.execute(kysely)
  return rows[0]?.count ?? 0
}

function conditions(filters: Omit<CarrierFilters, keyof Paging>): RawBuilder<unknown> {
  const { status, vehicleSize, town, name, plate, documents, needed = [] } = filters
  const given = [
    ...(documents === undefined ? [] : [sql`and ${documentConditions(needed)[documents]}`]),
    ...(status === undefined ? [] : [sql`and carrier.status = ${status}`]),
    ...(vehicleSize === undefined ? [] : [sql`and carrier.vehicle_size = ${vehicleSize}`]),
    ...(town === undefined ? [] : [sql`and strpos(lower(carrier.base_place), lower(${town})) > 0`]),
    ...(plate === undefined ? [] : [sql`and carrier.plate_key = ${plateKey(plate)}`]),
    ...(name === undefined ? [] : [sql`and strpos(lower(account.name), lower(${name})) > 0`]),
  ]
  return sql.join(given, sql` `)
}

const documentConditions = (needed: NeededDocuments): Record<DocumentFilter, RawBuilder<unknown>> => ({
  missing: sql`(${lacksDocumentSql(needed)} or carrier.account_id not in (
    select account_id from carrier_document document where ${isValidSql}))`,
  waiting: sql`carrier.account_id in (select account_id from carrier_document where status = 'waiting')`,
  expiring: sql`carrier.account_id in (select account_id from carrier_document
    where status = 'accepted' and expires_on <= (now() at time zone 'UTC')::date + 30)`,
})
