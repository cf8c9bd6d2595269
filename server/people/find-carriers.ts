import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CarrierStatus, JobSize } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'

/** Each filter is left out where it is not given. */
export type CarrierFilters = {
  status?: CarrierStatus | undefined
  vehicleSize?: JobSize | undefined
  /** A part of the name of the town. */
  town?: string | undefined
  /** A part of the name. */
  name?: string | undefined
  /** `next` of the page before. */
  after?: string | undefined
}

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

type Row = FoundCarrier & { cursor: string }

const pageSize = 50
const mostCounted = 1_000

/**
 * A page of carriers, the latest change of status first. A carrier whose status changes between two pages moves to the
 * start; the others are neither repeated nor left out. `count` is of all pages, and stops at 1,000.
 */
export async function findCarriers(
  kysely: Kysely<Tables>,
  { after, ...filters }: CarrierFilters,
): Promise<{ carriers: FoundCarrier[]; next: string | null; count: number }> {
  const matching = sql`
    from carrier join account on account.id = carrier.account_id
    where account.erased_at is null ${conditions(filters)}`
  const { rows } = await sql<Row>`
    select carrier.account_id as "accountId", coalesce(account.name, '') as name, account.phone, carrier.status,
      carrier.status_changed_at as "statusChangedAt", carrier.vehicle_size as "vehicleSize", carrier.vehicle,
      carrier.base_place as "basePlace", carrier.radius_km as "radiusKm",
      account.suspended_at as "accountSuspendedAt",
      (extract(epoch from carrier.status_changed_at) * 1000000)::bigint || '.' || carrier.account_id as cursor
    ${matching} ${after === undefined ? sql`` : isAfter(after)}
    order by carrier.status_changed_at desc, carrier.account_id desc limit ${pageSize + 1}`.execute(kysely)
  const shown = rows.slice(0, pageSize)
  const isLast = rows.length === shown.length
  return {
    carriers: shown,
    next: isLast ? null : (shown.at(-1)?.cursor ?? null),
    // A part of a name has no index, so a rare one reads every carrier: it is not read a second time for the count.
    count: isLast && after === undefined ? shown.length : await countUpTo(kysely, matching),
  }
}

async function countUpTo(kysely: Kysely<Tables>, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select ${matching} limit ${mostCounted}) as counted`.execute(kysely)
  return rows[0]?.count ?? 0
}

function conditions({ status, vehicleSize, town, name }: Omit<CarrierFilters, 'after'>): RawBuilder<unknown> {
  const given = [
    ...(status === undefined ? [] : [sql`and carrier.status = ${status}`]),
    ...(vehicleSize === undefined ? [] : [sql`and carrier.vehicle_size = ${vehicleSize}`]),
    ...(town === undefined ? [] : [sql`and strpos(lower(carrier.base_place), lower(${town})) > 0`]),
    ...(name === undefined ? [] : [sql`and strpos(lower(account.name), lower(${name})) > 0`]),
  ]
  return sql.join(given, sql` `)
}

/** The cursor holds microseconds, because a JavaScript Date would drop them and so repeat or skip carriers. */
function isAfter(cursor: string): RawBuilder<unknown> {
  const [micros = '', id = ''] = cursor.split('.')
  const at = sql`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`
  return sql`and (carrier.status_changed_at, carrier.account_id) < (${at}, ${id}::uuid)`
}
