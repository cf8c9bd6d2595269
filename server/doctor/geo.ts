import type { Chosen } from '../config/choose-providers.ts'
import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import type { Geocoder } from '../geocoding/geocoder.ts'
import { geocoderProviders } from '../geocoding/providers/index.ts'
import { routerProviders } from '../routing/providers/index.ts'
import type { End, Router } from '../routing/router.ts'
import { findCoarsePricing } from '../start/coarse-pricing.ts'
import { connectChosen } from '../start/connect-providers.ts'
import type { CheckName, Finding, Remedy } from '../texts/coded.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

/** Checks each geocoder of the chain separately: the fallback would hide a failed geocoder. */
export const checkGeocoders = ({ geocoders }: Config, database: Database | null): Promise<Check[]> =>
  Promise.all(geocoders.map((chosen) => checkGeocoder(chosen, database)))

/** Checks that addresses are located more precisely than town centres; null without a database. */
export async function checkPrecision(
  { geocoders }: Config,
  database: Database | null,
): Promise<Check | null> {
  if (database === null) return null
  const name: CheckName = ['precision']
  return attempt({ name, remedy: ['lookAtDatabase'] }, async () => {
    const coarse = await findCoarsePricing(database.pool, geocoders)
    if (coarse === null) return ok(name, ['finerThanTowns'])
    const { country, hasLiveKey } = coarse
    if (!hasLiveKey) return ok(name, ['townsOnly', country])
    return warn(name, ['liveByTowns'], ['finerAddresses', country])
  })
}

export const checkRouters = ({ routers }: Config): Promise<Check[]> => Promise.all(routers.map(checkRouter))

/** A public address (town hall) that every geocoder with data of Spain knows. */
const townHall = 'Plaza de la Villa 4, 28005 Madrid, España'

export function checkGeocoder(chosen: Chosen, database: Database | null): Promise<Check> {
  const name: CheckName = ['geocoder', chosen.name]
  const remedy: Remedy = ['seeGeocoder']
  return attempt({ name, remedy }, async () => {
    const needs = { kysely: database?.kysely }
    const engine = await connectChosen<Geocoder | Promise<Geocoder>>(geocoderProviders, chosen, needs)
    const found = await engine.geocode(townHall)
    if (found.outcome === 'unavailable') return fail(name, quotedOr(found.reason), remedy)
    if (found.outcome === 'located' && isNearMadrid(found)) return ok(name, ['foundMadrid', found.precision])
    const isElsewhere = found.outcome === 'located'
    return warn(name, isElsewhere ? ['madridElsewhere'] : ['madridUnknown', found.outcome], ['seeData'])
  })
}

const isNearMadrid = ({ lat, lon }: { lat: number; lon: number }): boolean =>
  Math.abs(lat - madrid.lat) < 0.3 && Math.abs(lon - madrid.lon) < 0.3

const common = { uncertaintyKm: 0.5, precision: 'street', countryCode: 'es' } as const
const madrid: End = { ...common, lat: 40.4154, lon: -3.7102, provinceCode: '28' }
const zaragoza: End = { ...common, lat: 41.6561, lon: -0.8773, provinceCode: '50' }

export function checkRouter(chosen: Chosen): Promise<Check> {
  const name: CheckName = ['router', chosen.name]
  const remedy: Remedy = ['seeRouter']
  return attempt({ name, remedy }, async () => {
    const routed = await connectChosen<Router>(routerProviders, chosen).route(madrid, zaragoza)
    if (routed.outcome === 'unavailable') return fail(name, quotedOr(routed.reason), remedy)
    if (routed.outcome === 'not_drivable') return warn(name, ['noRoad'], ['seeData'])
    const detail: Finding = ['routed', routed.distanceKm, routed.driveMinutes]
    if (routed.distanceKm > 250 && routed.distanceKm < 450) return ok(name, detail)
    return warn(name, detail, ['seeDistance'])
  })
}

const quotedOr = (reason: string | undefined): Finding => (reason ? ['quoted', reason] : ['doesNotAnswer'])
