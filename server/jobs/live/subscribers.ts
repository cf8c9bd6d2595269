import type pg from 'pg'
import type { CarrierStatus, JobSize } from '#contract/vocabulary.ts'
import type { Point } from '#lib/gazetteer/data/distance.ts'
import { isInList } from '../../db/kept-plan.ts'

/** A subscriber: the account and, for a carrier, the search settings. */
export type Subscriber = { accountId: string; carrier: SubscribedCarrier | null }

export type SubscribedCarrier = Point & {
  status: CarrierStatus
  radiusKm: number
  size: JobSize
  changedAt: string
}

type Row = {
  session_id: string
  account_id: string
  status: CarrierStatus | null
  lat: number
  lon: number
  radius_km: number
  size: JobSize
  changed_at: string
}

/** Subscribers by session id; leaves out ended sessions and suspended accounts. */
export async function readSubscribers(
  pool: pg.Pool,
  sessionIds: readonly string[],
): Promise<Map<string, Subscriber>> {
  const { rows } = await pool.query<Row>({
    name: 'live-subscribers',
    text: `select s.id as session_id, s.account_id, c.status, c.base_lat as lat, c.base_lon as lon, c.radius_km,
             c.vehicle_size as size, c.updated_at::text as changed_at
           from session s join account a on a.id = s.account_id left join carrier c on c.account_id = a.id
           where ${isInList('s.id', '$1', 'uuid')} and s.ended_at is null and s.expires_at > now() and a.suspended_at is null`,
    values: [sessionIds],
  })
  return new Map(rows.map((row) => [row.session_id, subscriberOf(row)]))
}

function subscriberOf({
  account_id: accountId,
  status,
  lat,
  lon,
  radius_km,
  size,
  changed_at,
}: Row): Subscriber {
  if (status === null) return { accountId, carrier: null }
  return { accountId, carrier: { status, lat, lon, radiusKm: radius_km, size, changedAt: changed_at } }
}
