import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { divideHalfUp } from './half-up.ts'

test('half-up division agrees with exact integers', () => {
  const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(whole, fc.integer({ min: 1, max: 100_000 }), (numerator, denominator) => {
      const exact = (BigInt(numerator) * 2n + BigInt(denominator)) / (BigInt(denominator) * 2n)
      assert.equal(BigInt(divideHalfUp(numerator, denominator)), exact)
    }),
  )
})
