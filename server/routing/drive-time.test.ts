import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { driveMinutesFor } from './drive-time.ts'

test('the drive is slow in town and quicker with every stretch, in whole minutes rounded up', () => {
  const table = { 0: 0, 0.1: 1, 5: 12, 20: 30, 50: 52, 100: 87, 314: 215, 621: 400 }
  for (const [km, minutes] of Object.entries(table))
    assert.equal(driveMinutesFor(Number(km)), minutes, `${km} km`)
})

test('a longer distance is never a shorter drive', () => {
  const km = fc.double({ min: 0, max: 3_000, noNaN: true })
  fc.assert(fc.property(km, km, (a, b) => driveMinutesFor(Math.min(a, b)) <= driveMinutesFor(Math.max(a, b))))
})
