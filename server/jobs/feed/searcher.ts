import type pg from 'pg'
import type { JobSize } from '#contract/vocabulary.ts'
import type { Searcher } from './nearest.ts'

/** A carrier's search settings; null when the account is not a carrier. */
export async function findSearcher(pool: pg.Pool, accountId: string): Promise<Searcher | null> {
  const { rows } = await pool.query<Row>({
    name: 'find-searcher',
    text: `select base_lat as lat, base_lon as lon, base_uncertainty_km, radius_km, vehicle_size as size
           from carrier where account_id = $1`,
    values: [accountId],
  })
  const [row] = rows
  if (!row) return null
  return {
    accountId,
    base: { lat: row.lat, lon: row.lon },
    baseUncertaintyKm: row.base_uncertainty_km,
    radiusKm: row.radius_km,
    vehicleSize: row.size,
  }
}

type Row = { lat: number; lon: number; base_uncertainty_km: number; radius_km: number; size: JobSize }
