import type { Pool } from 'pg'
import type { Chosen } from '../config/choose-providers.ts'
import { geocoderProviders } from '../geocoding/providers/index.ts'

/** Warning for an installation that locates addresses only by town: every trip inside a town costs the same. */
export type CoarsePricing = {
  /** ISO code, in capitals, of the country whose postcodes would make addresses more precise. */
  country: string
  /** True if a live key exists, so customers pay these prices. */
  hasLiveKey: boolean
}

/** Returns null if a geocoder of the chain knows streets, or the postcodes of the home country were imported. */
export async function findCoarsePricing(
  pool: Pool,
  geocoders: readonly Chosen[],
): Promise<CoarsePricing | null> {
  const home = homeWithoutStreets(geocoders)
  if (home === null) return null
  const { rows } = await pool.query<{ hasPostcodes: boolean; hasLiveKey: boolean }>(
    `select exists (select from postcode_import where country = $1 and row_count > 0) as "hasPostcodes",
       exists (select from api_key k join partner p on p.id = k.partner_id
               where k.mode = 'live' and k.revoked_at is null and p.suspended_at is null) as "hasLiveKey"`,
    [home],
  )
  const [row] = rows
  if (!row || row.hasPostcodes) return null
  return { country: home.toUpperCase(), hasLiveKey: row.hasLiveKey }
}

function homeWithoutStreets(geocoders: readonly Chosen[]): string | null {
  if (geocoders.some(({ name }) => modules[name]?.knowsStreets)) return null
  const embedded = geocoders.find(({ name }) => name === 'embedded')
  return embedded ? (embedded.settings as { GEOCODER_HOME_COUNTRY: string }).GEOCODER_HOME_COUNTRY : null
}

/** The country of the installation: where its first geocoder looks first. */
export function homeCountry(geocoders: readonly Chosen[]): string {
  const settings = Object.assign({}, ...geocoders.map((chosen) => chosen.settings)) as Record<string, string>
  const { GEOCODER_HOME_COUNTRY, PHOTON_COUNTRY_CODES, NOMINATIM_COUNTRY_CODES } = settings
  const given = GEOCODER_HOME_COUNTRY ?? (PHOTON_COUNTRY_CODES ?? NOMINATIM_COUNTRY_CODES)?.slice(0, 2)
  return given ?? 'es'
}

const modules: Record<string, { knowsStreets: boolean }> = geocoderProviders
