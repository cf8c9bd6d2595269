import type pg from 'pg'
import type { CarrierStatus, JobSize } from '#contract/vocabulary.ts'
import type { Point } from '#lib/gazetteer/data/distance.ts'

export type Carrier = {
  accountId: string
  status: CarrierStatus
  statusReason: string | null
  name: string
  vehicleSize: JobSize
  vehicle: string
  /** As typed. */
  plate: string | null
  baseAddress: string
  basePlace: string
  base: Point
  radiusKm: number
  /** At the given processor. */
  payoutsReady: boolean
  rating: RatingSummary
  /** Number of strikes in the last 30 days. */
  strikes: number
}

/** A carrier, as shown to the carrier and to the operator; null when the account has not signed up as a carrier. */
export async function readCarrier(
  pool: pg.Pool,
  { accountId, processor }: { accountId: string; processor: string },
): Promise<Carrier | null> {
  const { rows } = await pool.query<Omit<Carrier, 'base' | 'rating'> & Point>(
    `select c.account_id as "accountId", c.status, c.status_reason as "statusReason", coalesce(a.name, '') as name,
       c.vehicle_size as "vehicleSize", c.vehicle, c.plate, c.base_address as "baseAddress", c.base_place as "basePlace",
       c.base_lat as lat, c.base_lon as lon, c.radius_km as "radiusKm",
       exists (select from payout_account p where p.carrier_id = c.account_id and p.processor = $2 and p.ready)
         as "payoutsReady",
       (select count(*) from carrier_strike s where s.carrier_id = c.account_id and s.at > now() - interval '30 days')
         as strikes
     from carrier c join account a on a.id = c.account_id where c.account_id = $1`,
    [accountId, processor],
  )
  const [row] = rows
  if (!row) return null
  const { lat, lon, ...carrier } = row
  const ratings = await ratingsOf(pool, { accountIds: [accountId], by: 'customer' })
  return { ...carrier, base: { lat, lon }, rating: ratings.get(accountId) ?? unrated }
}

export type RatingSummary = { average: number | null; count: number }

/** Average ratings by carriers or by customers, by account id; accounts without a rating are left out. */
export async function ratingsOf(
  pool: pg.Pool,
  { accountIds, by }: { accountIds: readonly string[]; by: 'customer' | 'carrier' },
): Promise<Map<string, RatingSummary>> {
  const { rows } = await pool.query<RatingSummary & { id: string }>({
    name: 'ratings-of',
    text: `select about_account_id as id, round(avg(stars), 1)::float8 as average, count(*) as count from rating
           where about_account_id = any($1) and by_role = $2 group by about_account_id`,
    values: [accountIds, by],
  })
  return new Map(rows.map(({ id, average, count }) => [id, { average, count }]))
}

export const unrated: RatingSummary = { average: null, count: 0 }
