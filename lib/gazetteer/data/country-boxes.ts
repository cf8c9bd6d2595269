import type { KnownCountry } from './countries.ts'
import type { Point } from './distance.ts'

/** Bounding boxes: south, north, west, east in degrees, with islands (France without its overseas départements). */
const boxes: Record<KnownCountry, readonly [number, number, number, number]> = {
  es: [27.5, 44, -18.5, 4.6],
  pt: [29.9, 42.3, -31.6, -6],
  fr: [41.2, 51.3, -5.5, 9.8],
  ad: [42.3, 42.8, 1.3, 1.9],
  it: [35.3, 47.2, 6.5, 18.7],
  de: [47.1, 55.2, 5.7, 15.2],
  gb: [49, 61, -14, 2],
  ie: [51.2, 55.6, -11, -5.8],
  nl: [50.6, 53.7, 3.2, 7.4],
  be: [49.4, 51.6, 2.4, 6.6],
  at: [46.2, 49.2, 9.4, 17.3],
  ch: [45.7, 48, 5.8, 10.7],
  lu: [49.3, 50.3, 5.6, 6.7],
  gi: [36.1, 36.2, -5.4, -5.3],
}

/** Whether a point is inside the bounding box of a country. */
export function isInCountryBox(country: KnownCountry, { lat, lon }: Point): boolean {
  const [south, north, west, east] = boxes[country]
  return lat >= south && lat <= north && lon >= west && lon <= east
}
