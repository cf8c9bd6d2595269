import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownCountries } from '#lib/gazetteer/data/countries.ts'
import { zoneOf } from './place-zone.ts'
import { dayAt, instantAt, isTimeZone } from './zoned-time.ts'

const zone = (countryCode: string, provinceCode: string | null, postcode: string | null = null) =>
  zoneOf({ countryCode, provinceCode, postcode })

test('decision 69, the time zone of a place: the islands of Spain and Portugal have other clocks', () => {
  assert.equal(zone('es', '28'), 'Europe/Madrid')
  assert.equal(zone('es', '35'), 'Atlantic/Canary')
  assert.equal(zone('es', '38', '38001'), 'Atlantic/Canary')
  assert.equal(zone('es', null, '35001'), 'Atlantic/Canary')
  assert.equal(zone('es', '07'), 'Europe/Madrid')
  assert.equal(zone('es', null), 'Europe/Madrid')
  assert.equal(zone('pt', null, '9000-018'), 'Atlantic/Madeira')
  assert.equal(zone('pt', null, '9500-150'), 'Atlantic/Azores')
  assert.equal(zone('pt', null, '1000-001'), 'Europe/Lisbon')
})

test('decision 69, each country of the gazetteer has a zone', () => {
  for (const country of knownCountries) assert.ok(isTimeZone(zone(country, null)), country)
  assert.notEqual(zone('gb', null), zone('es', null))
})

test('a wall time is one instant, also beside a clock change', () => {
  const at = (day: string, hour: number, timeZone: string) =>
    instantAt(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000, timeZone).toISOString()
  assert.equal(at('2026-12-03', 10, 'Europe/Madrid'), '2026-12-03T09:00:00.000Z')
  assert.equal(at('2026-12-03', 10, 'Atlantic/Canary'), '2026-12-03T10:00:00.000Z')
  assert.equal(at('2027-03-28', 8, 'Europe/Madrid'), '2027-03-28T06:00:00.000Z')
  assert.equal(at('2027-03-27', 8, 'Europe/Madrid'), '2027-03-27T07:00:00.000Z')
  assert.equal(dayAt(new Date('2026-12-02T23:30:00Z'), 'Europe/Madrid'), '2026-12-03')
  assert.equal(dayAt(new Date('2026-12-02T23:30:00Z'), 'Atlantic/Canary'), '2026-12-02')
})
