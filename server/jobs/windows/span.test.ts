import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxDaysAhead } from '#contract/app/time.ts'
import { partsOfDay } from '#contract/vocabulary.ts'
import { isAhead, isWithin, spanOfWindow, spanOfWish, windowFault, wishesFault } from './span.ts'

const madrid = 'Europe/Madrid'
const now = new Date('2026-12-01T09:00:00Z')
const fault = (from: string, to: string, day = '2026-12-03') =>
  windowFault({ day, from, to }, madrid, now) !== null

test('decision 69: a window is 30 minutes to 12 hours long, within its day', () => {
  assert.deepEqual([fault('10:00', '10:15'), fault('10:00', '10:30')], [true, false])
  assert.deepEqual([fault('08:00', '20:00'), fault('08:00', '20:15')], [false, true])
  assert.equal(fault('12:00', '10:00'), true)
})

test('decision 69: a window ends at least an hour from now, to the minute, and is at most 60 days ahead', () => {
  // 10:00 in Madrid.
  assert.deepEqual(
    [fault('10:00', '10:45', '2026-12-01'), fault('10:00', '11:00', '2026-12-01')],
    [true, false],
  )
  assert.equal(fault('10:00', '12:00', '2026-11-30'), true)
  assert.equal(maxDaysAhead, 60)
  assert.deepEqual(
    [fault('10:00', '12:00', '2027-01-30'), fault('10:00', '12:00', '2027-01-31')],
    [false, true],
  )
  assert.equal(fault('10:00', '12:00', '2026-12-32'), true)
})

test('decision 69: an hour that the clocks skip is refused, and 12 hours count on the clock', () => {
  const at = (day: string, from: string, to: string, zone = madrid) =>
    Object.keys(windowFault({ day, from, to }, zone, new Date(`${day}T00:00:00Z`))?.details ?? {}).join()
  // At two in Madrid it is three.
  assert.equal(at('2027-03-28', '02:00', '04:30'), 'from')
  assert.equal(at('2027-03-28', '01:30', '02:59'), 'to')
  assert.equal(at('2027-03-28', '01:59', '03:00'), '')
  assert.equal(at('2027-03-28', '01:30', '02:30', 'Atlantic/Canary'), 'from')
  assert.equal(at('2027-03-28', '02:30', '04:00', 'Atlantic/Canary'), '')
  // From midnight to noon are 13 hours on this day, and 11 in spring.
  assert.equal(at('2026-10-25', '00:00', '12:00'), '')
  assert.equal(at('2026-10-25', '00:00', '12:15'), 'to')
  assert.equal(at('2027-03-28', '00:00', '12:00'), '')
  assert.equal(at('2027-03-28', '00:00', '12:15'), 'to')
})

test('decision 69: a part of today can be wished until an hour before it ends', () => {
  const wish = { day: '2026-12-01', part: 'morning' as const }
  const at = (time: string) => wishesFault([wish], madrid, new Date(`2026-12-01T${time}Z`)) !== null
  assert.deepEqual([at('11:00:00'), at('11:00:01')], [false, true])
})

test('decision 69: each window of a wish is within it in every zone, also on days of a clock change', () => {
  const zones = fc.constantFrom(madrid, 'Atlantic/Canary', 'Europe/London', 'Atlantic/Azores')
  const days = fc.constantFrom('2026-10-25', '2027-03-28', '2026-12-03', '2027-07-01')
  fc.assert(
    fc.property(zones, days, fc.constantFrom(...partsOfDay), (zone, day, part) => {
      const wish = spanOfWish({ day, part }, zone)
      const hours = {
        morning: ['08:00', '13:00'],
        afternoon: ['13:00', '18:00'],
        evening: ['18:00', '21:00'],
      }[part]
      const [from = '', to = ''] = hours
      const window = spanOfWindow({ day, from, to }, zone)
      assert.deepEqual(window, wish)
      assert.ok(isWithin(window, wish) && isAhead(window, new Date(wish.endsAt.getTime() - 3_600_000)))
      assert.ok(!isWithin({ ...window, endsAt: new Date(window.endsAt.getTime() + 1) }, wish))
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' })
      assert.equal(clock.format(wish.startsAt), from)
    }),
  )
})
