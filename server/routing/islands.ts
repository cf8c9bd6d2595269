import { landmasses } from './landmasses.ts'
import type { End } from './router.ts'

type Place = Pick<End, 'lat' | 'lon' | 'countryCode' | 'provinceCode'>

/**
 * Whether water parts the two places. The rule: a bridge or a tunnel makes a drive, a ferry does not, because its fare
 * and timetable are in no tariff. So Great Britain (Channel Tunnel), Zealand and Skye belong to the mainland; Sicily,
 * Corsica, Ireland, every Balearic and Canary island, Ceuta and Melilla do not, and two islands are two landmasses.
 */
export function notDrivable(from: Place, to: Place): boolean {
  return landmassOf(from) !== landmassOf(to)
}

/** The coordinates decide, as they are what is measured; the province catches an islet that no box holds. */
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

/** No box can part Morocco from Spain in a few numbers; its name can. */
const acrossTheStrait = new Set(['MA', 'EH', 'MR', 'DZ', 'TN', 'LY', 'EG'])
