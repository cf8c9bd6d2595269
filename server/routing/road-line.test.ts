import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxRoadPoints } from '#contract/app/way.ts'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { routeEnd } from '../../test/support/routing-engines.ts'
import { decodePolyline, encodePolyline, type Position } from './polyline.ts'
import { roadLine } from './road-line.ts'

/** The sample of the format's description. */
const sample = '_p~iF~ps|U_ulLnnqC_mqNvxq`@'
const samplePositions = [
  { lat: 38.5, lon: -120.2 },
  { lat: 40.7, lon: -120.95 },
  { lat: 43.252, lon: -126.453 },
]

test('a polyline has the latitude first, and five decimals', () => {
  assert.deepEqual(decodePolyline(sample), samplePositions)
  assert.equal(encodePolyline(samplePositions), sample)
  assert.deepEqual(decodePolyline(''), [])
})

test('every position of the world comes back as it was written, with five and with six decimals', () => {
  const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true })
  const positions = fc.array(fc.record({ lat: degrees(90), lon: degrees(180) }))
  fc.assert(
    fc.property(positions, fc.constantFrom(5, 6), (written, decimals) => {
      const read = decodePolyline(encodePolyline(written, decimals), decimals) ?? []
      assert.equal(read.length, written.length)
      for (const [i, { lat, lon }] of read.entries()) {
        assert.ok(Math.abs(lat - (written[i]?.lat ?? 0)) <= 10 ** -decimals)
        assert.ok(Math.abs(lon - (written[i]?.lon ?? 0)) <= 10 ** -decimals)
      }
    }),
  )
})

test('what is not a polyline is refused, whatever it is', () => {
  for (const text of ['<html>', 'ü', '_p~iF', '_p~iF~ps|', '~~~~~~~~~~', ' '])
    assert.equal(decodePolyline(text), null, text)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void decodePolyline(text)))
})

const [from, to] = [routeEnd(40, -3), routeEnd(41, -2)]
/** A road with six wide bends, and small ones all the way. */
const winding: Position[] = Array.from({ length: 8_001 }, (_, i) => ({
  lat: 40 + i / 8_000 + 0.02 * Math.sin((2 * Math.PI * 6 * i) / 8_000),
  lon: -3 + i / 8_000 + 0.001 * Math.sin(i / 3),
}))
const lineOf = (positions: Position[], decimals = 6) =>
  roadLine({ polyline: encodePolyline(positions, decimals), decimals }, from, to)

test('a long road keeps its ends and its shape with 200 positions', () => {
  const kept = decodePolyline(lineOf(winding) ?? '') ?? []
  assert.ok(kept.length > 100 && kept.length <= maxRoadPoints, String(kept.length))
  const [first, last] = [kept[0], kept.at(-1)]
  assert.ok(first && last && kilometresBetween(first, from) < 0.5 && kilometresBetween(last, to) < 0.5)
  for (const at of winding.filter((_, i) => i % 100 === 0))
    assert.ok(
      kept.some((position) => kilometresBetween(position, at) < 3),
      JSON.stringify(at),
    )
})

test('a straight road has two positions, and a road of one position has one', () => {
  const straight = [0, 0.25, 0.5, 1].map((part) => ({ lat: 40 + part, lon: -3 + part }))
  assert.deepEqual(decodePolyline(lineOf(straight) ?? ''), [straight[0], straight[3]])
  const polyline = encodePolyline([from], 6)
  assert.equal(roadLine({ polyline, decimals: 6 }, from, from), encodePolyline([from]))
})

test('a line that does not lead from one end to the other is refused', () => {
  const swapped = winding.map(({ lat, lon }) => ({ lat: lon, lon: lat }))
  const whole = encodePolyline(winding, 6)
  for (const [what, polyline, decimals] of [
    ['swapped coordinates', encodePolyline(swapped, 6), 6],
    ['other decimals', whole, 5],
    ['the way back', encodePolyline(winding.toReversed(), 6), 6],
    ['half of the way', encodePolyline(winding.slice(0, 4_000), 6), 6],
    ['no position', '', 6],
    ['another text', 'no road', 6],
  ] as const)
    assert.equal(roadLine({ polyline, decimals }, from, to), null, what)
  assert.ok(roadLine({ polyline: whole, decimals: 6 }, from, to))
})
