import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf } from './instant-of.ts'

test('an instant has a date, a time and a zone', () => {
  assert.equal(instantOf('2026-11-30T12:00:00Z'), Date.UTC(2026, 10, 30, 12))
  assert.equal(instantOf('2028-02-29T00:30+01:00'), Date.UTC(2028, 1, 28, 23, 30))
  assert.equal(instantOf('2026-01-31T23:59:59.123456Z'), Date.UTC(2026, 0, 31, 23, 59, 59, 123))
})

for (const text of [
  '2026-11-31T12:00:00Z',
  '2026-02-29T12:00:00Z',
  '2026-13-01T12:00:00Z',
  '2026-00-10T12:00:00Z',
  '2026-11-00T12:00:00Z',
  '2026-11-30T25:00:00Z',
  '2026-11-30T12:00:00',
  '2026-11-30',
  'next',
  '',
])
  test(`'${text}' is not an instant`, () => {
    assert.ok(Number.isNaN(instantOf(text)))
  })
