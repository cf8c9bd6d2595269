import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'

/** In degrees: Iceland to the Caspian Sea, the Canary Islands to the North Cape. */
const edges = { west: -32, south: 26, east: 48, north: 72 }

type World = Parameters<typeof feature>[0]

/** Outlines in degrees with three decimals (100 m), which is more precise than the source. */
export function countriesOfEurope(world: World): FeatureCollection<MultiPolygon> {
  const countries = world.objects.countries && feature(world, world.objects.countries)
  if (countries?.type !== 'FeatureCollection') throw new Error('world-atlas has no countries')
  return { type: 'FeatureCollection', features: countries.features.flatMap(clipped) }
}

function clipped({ geometry }: Feature): Feature<MultiPolygon>[] {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
  const coordinates = polygonsOf(geometry)
    .map((rings) => rings.map(clipRing).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0)
  if (coordinates.length === 0) return []
  return [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }]
}

const polygonsOf = (geometry: Polygon | MultiPolygon): Position[][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/** Clips a ring at each side in turn (Sutherland-Hodgman). */
function clipRing(ring: Position[]): Position[] {
  const sides: [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, edges.west, 1],
    [0, edges.east, -1],
    [1, edges.south, 1],
    [1, edges.north, -1],
  ]
  const cut = sides.reduce(
    (left, [axis, limit, sign]) => clipSide(left, { axis, limit, sign }),
    ring.slice(0, -1),
  )
  const first = cut[0]
  return first ? [...cut, first].map(rounded) : []
}

type Side = { axis: 0 | 1; limit: number; sign: 1 | -1 }

function clipSide(ring: Position[], { axis, limit, sign }: Side): Position[] {
  const inside = (point: Position) => sign * ((point[axis] ?? 0) - limit) >= 0
  return ring.flatMap((point, i) => {
    const before = ring.at(i - 1) ?? point
    const crossing =
      inside(point) === inside(before) ? [] : [crossingOf(before, point, { axis, limit, sign })]
    return inside(point) ? [...crossing, point] : crossing
  })
}

function crossingOf(from: Position, to: Position, { axis, limit }: Side): Position {
  const [a = 0, b = 0] = [from[axis], to[axis]]
  const share = (limit - a) / (b - a)
  return [0, 1].map((i) => (from[i] ?? 0) + share * ((to[i] ?? 0) - (from[i] ?? 0)))
}

const rounded = (point: Position): Position => point.map((value) => Math.round(value * 1_000) / 1_000)
