import assert from 'node:assert/strict'
import test from 'node:test'
import { monthAt, spanOfMonth } from './zoned-month.ts'
import { isTimeZone } from './zoned-time.ts'

const span = (month: string, zone: string) => {
  const { start, end } = spanOfMonth(month, zone)
  return [start.toISOString(), end.toISOString()]
}

test('a month begins and ends at midnight there, also where the clocks change in it', () => {
  assert.deepEqual(span('2026-03', 'Europe/Madrid'), ['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'])
  assert.deepEqual(span('2026-12', 'UTC'), ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
  assert.deepEqual(span('2026-11', 'Atlantic/Canary'), [
    '2026-11-01T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
  ])
  assert.deepEqual(span('2026-07', 'Asia/Kolkata'), ['2026-06-30T18:30:00.000Z', '2026-07-31T18:30:00.000Z'])
})

test('a month follows the one before without a gap, in every zone', () => {
  for (const zone of ['Europe/Madrid', 'America/New_York', 'Pacific/Auckland', 'Africa/Casablanca'])
    for (let month = 1; month < 12; month++) {
      const name = (number: number) => `2026-${String(number).padStart(2, '0')}`
      const { end } = spanOfMonth(name(month), zone)
      assert.deepEqual(end, spanOfMonth(name(month + 1), zone).start)
      assert.equal(monthAt(end, zone), name(month + 1))
      assert.equal(monthAt(new Date(end.getTime() - 1), zone), name(month))
    }
})

test('only time zones that exist are taken', () => {
  assert.deepEqual(['Europe/Madrid', 'UTC', 'Mars/Olympus', '', "UTC'; drop table job"].map(isTimeZone), [
    true,
    true,
    false,
    false,
    false,
  ])
})
