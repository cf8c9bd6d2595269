import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAwayKnown } from './away.ts'

const known = (awayKm: number, baseUncertaintyKm: number, uncertaintyKm: number) =>
  isAwayKnown({ awayKm, baseUncertaintyKm, pickup: { uncertaintyKm } })

test('0.4 km away from a base and to a pickup that are known to a town says nothing', () => {
  assert.equal(known(0.4, 6, 6), false)
  assert.equal(known(12, 6, 6), false)
})

test('a distance beyond both uncertainties may be stated as "about"', () => {
  assert.equal(known(35, 6, 6), true)
  assert.equal(known(5, 2, 2), true)
})

test('a base known to the house number does not make the town of the pickup smaller', () => {
  assert.equal(known(5, 0.05, 6), false)
  assert.equal(known(7, 0.05, 6), true)
})

test('two houses still have the rounding of the feed between them', () => {
  assert.equal(known(0.5, 0.05, 0.05), false)
  assert.equal(known(1.5, 0.05, 0.05), true)
})
