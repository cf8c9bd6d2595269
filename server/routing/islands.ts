import { landmasses } from './landmasses.ts'
import type { End } from './router.ts'

type Place = Pick<End, 'lat' | 'lon' | 'countryCode' | 'provinceCode'>

/**
 * Whether there is water between two places. The rule: a bridge or a tunnel counts as a road, a ferry does not, because
 * its fare and timetable are not in any tariff. So Great Britain (Channel Tunnel), Zealand and Skye belong to the
 * mainland; Sicily, Corsica, Ireland, every Balearic and Canary island, Ceuta and Melilla do not, and each island is a
 * separate landmass.
 */
export function notDrivable(from: Place, to: Place): boolean {
  return landmassOf(from) !== landmassOf(to)
}

/**
 * The coordinates decide, because the distance is measured between them. The province covers islets outside the boxes.
 */
function landmassOf({ lat, lon, countryCode, provinceCode }: Place): string {
  const country = countryCode.toUpperCase()
  if (acrossTheStrait.has(country)) return 'africa'
  const island = landmasses.find(({ boxes }) =>
    boxes.some(([south, north, west, east]) => lat >= south && lat < north && lon >= west && lon < east),
  )
  if (island) return island.name
  return country === 'ES' && provinceCode !== null && offshoreProvinces.has(provinceCode)
    ? `province-${provinceCode}`
    : 'mainland'
}

/** Balearics, Las Palmas, Santa Cruz de Tenerife, Ceuta, Melilla. */
const offshoreProvinces = new Set(['07', '35', '38', '51', '52'])

/** A few boxes cannot separate Morocco from Spain, but the country code can. */
const acrossTheStrait = new Set(['MA', 'EH', 'MR', 'DZ', 'TN', 'LY', 'EG'])
