import { kilometresBetween, type Point } from '#lib/gazetteer/data/distance.ts'
import type { Stop } from './job.ts'

/** Precision of a pin that is set by hand. */
export const exactKm = 0.05

/** A customer's pin within this distance of the point that was priced keeps the price: it is the same door. */
const samePriceKm = 0.1

/** The first location, kept with every pin: several short steps from pin to pin would reach another place. */
export const locatedOf = (stop: Stop): NonNullable<Stop['located']> =>
  stop.located ?? { lat: stop.lat, lon: stop.lon, uncertaintyKm: stop.uncertaintyKm }

/** How far from the located point a customer may set the pin: farther away, the address names another place. */
export const customersReachKm = (stop: Stop): number =>
  Math.min(25, Math.max(1, 2 * locatedOf(stop).uncertaintyKm))

/** A stop with the pin of the customer. */
export const withPin = (stop: Stop, { lat, lon }: Point): Stop => ({
  ...stop,
  ...{ lat, lon, precision: 'house', uncertaintyKm: exactKm, provider: 'customer' },
  located: locatedOf(stop),
})

/** The point that the price was made for: pins of staff and short moves do not change it. */
const pricedAt = (stop: Stop): Point => stop.priced ?? locatedOf(stop)

/** Whether the price of a job has to be made again for a pin. */
export const changesPrice = (stop: Stop, pin: Point): boolean =>
  kilometresBetween(pricedAt(stop), pin) > samePriceKm
