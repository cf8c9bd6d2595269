import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { decodePolyline, type Position } from '../server/routing/polyline.ts'
import type { LocalServer } from './support/local-server.ts'
import { type OsmNode, type OsmWay, osmExtract } from './support/osm-extract.ts'
import { connectRouter, routeEnd } from './support/routing-engines.ts'
import { hasValhalla, startValhalla } from './support/valhalla-engine.ts'

/* Decision 55: the adapter over the real engine, with a map that is made here. */

const size = 12
const step = 0.005

/** A town: a square grid of streets, its corner at a position. Node and way ids begin after `first`. */
function town(first: number, lat: number, lon: number): { nodes: OsmNode[]; ways: OsmWay[] } {
  const idAt = (row: number, column: number) => first + row * size + column
  const all = Array.from({ length: size }, (_, i) => i)
  const tags = { highway: 'residential', maxspeed: '50', name: 'Calle Mayor' }
  return {
    nodes: all.flatMap((row) =>
      all.map((column) => ({ id: idAt(row, column), lat: lat + row * step, lon: lon + column * step })),
    ),
    ways: all.flatMap((i) => [
      { id: first + 2 * i, tags, nodes: all.map((column) => idAt(i, column)) },
      { id: first + 2 * i + 1, tags, nodes: all.map((row) => idAt(row, i)) },
    ]),
  }
}

const [south, west] = [40, -3.2]
const here = town(1, south, west)
/** No road leads to it. */
const apart = town(1_001, south + 0.4, west)
const corner = routeEnd(south, west)
const opposite = routeEnd(south + (size - 1) * step, west + (size - 1) * step)

/** From the corner to the opposite one, with every position on a street of the grid. */
function assertAlongStreets(positions: Position[]): void {
  assert.ok(positions.length > 2, 'not the diagonal')
  for (const [end, at] of [
    [corner, positions[0]],
    [opposite, positions.at(-1)],
  ] as const)
    assert.ok(at && kilometresBetween(end, at) < 0.05, JSON.stringify(at))
  const fromStreet = (degrees: number, first: number) =>
    Math.abs((degrees - first) / step - Math.round((degrees - first) / step)) * step
  for (const { lat, lon } of positions)
    assert.ok(Math.min(fromStreet(lat, south), fromStreet(lon, west)) < 0.0001, `${lat}, ${lon}`)
}

const skip = hasValhalla() ? false : 'Valhalla is not installed: npm run check:valhalla'

describe('the real Valhalla', { skip }, () => {
  let engine: LocalServer
  before(async () => {
    engine = await startValhalla(osmExtract([...here.nodes, ...apart.nodes], [...here.ways, ...apart.ways]))
  })
  after(() => engine?.[Symbol.asyncDispose]())
  const route = (...ends: Parameters<ReturnType<typeof connectRouter>['route']>) =>
    connectRouter('valhalla', engine.url).route(...ends)

  test('measures a drive along the streets', async () => {
    const routed = await route(corner, opposite)
    assert.ok(routed.outcome === 'routed')
    // Along the grid: the two sides of the square, not its diagonal.
    const sides =
      kilometresBetween(corner, { lat: opposite.lat, lon: corner.lon }) +
      kilometresBetween(corner, { lat: corner.lat, lon: opposite.lon })
    assert.ok(Math.abs(routed.distanceKm - sides) < 0.2, `${routed.distanceKm} km instead of ${sides}`)
    assert.ok(routed.driveMinutes >= (sides / 50) * 60, `${routed.driveMinutes} minutes at 50 km/h`)
    assert.deepEqual([routed.source, routed.approximate], ['valhalla', false])
  })

  test('the way back is as long', async () => {
    const [there, back] = [await route(corner, opposite), await route(opposite, corner)]
    assert.ok(there.outcome === 'routed' && back.outcome === 'routed')
    assert.equal(there.distanceKm, back.distanceKm)
  })

  test('draws the road along the streets', async () => {
    const road = await connectRouter('valhalla', engine.url).road?.(corner, opposite)
    assert.ok(road?.outcome === 'drawn')
    assertAlongStreets(decodePolyline(road.line) ?? [])
  })

  test('says that no road leads to the other town', async () => {
    const other = routeEnd(south + 0.4, west)
    assert.deepEqual(await route(corner, other), { outcome: 'not_drivable' })
  })

  test('does not move an end to a road that is kilometres away', async () => {
    const outside = routeEnd(south - 0.1, west)
    assert.deepEqual(await route(corner, outside), {
      outcome: 'unavailable',
      reason: 'knows no road near one end: its map may be of another region',
    })
    const village = { ...outside, uncertaintyKm: 15, precision: 'locality' as const }
    assert.equal((await route(corner, village)).outcome, 'routed')
  })

  test('swapped coordinates are nowhere', async () => {
    assert.equal((await route(routeEnd(west, south), opposite)).outcome, 'unavailable')
  })

  test('drives a truck too', async () => {
    const truck = connectRouter('valhalla', engine.url, { VALHALLA_COSTING: 'truck' })
    assert.equal((await truck.route(corner, opposite)).outcome, 'routed')
  })
})
