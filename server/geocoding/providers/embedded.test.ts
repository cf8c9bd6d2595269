import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { createDatabase } from '../../../test/support/database.ts'
import { connectEmbedded } from '../../../test/support/geocoding.ts'
import { insertPostcodes, type PostcodeRow } from '../store.ts'

test('the answer has everything that a job stores of an address', async () => {
  assert.deepEqual(await connectEmbedded().geocode('Calle Toledo 5, 28901 Getafe (Madrid)'), {
    outcome: 'located',
    lat: 40.30571,
    lon: -3.73295,
    precision: 'locality',
    uncertaintyKm: 4,
    locality: 'Getafe',
    postcode: '28901',
    provinceCode: '28',
    countryCode: 'es',
    provider: 'embedded',
    confidence: 0.9,
  })
})

const row = (postcode: string, place: string, lat: number, lon: number): PostcodeRow => ({
  ...{ country: 'es', postcode, place, province: 'P', municipalityCode: null, lat, lon, accuracy: 4 },
})

test('imported postal rows: a postcode near its town gives the point; a distant one is ignored', async () => {
  await using db = await createDatabase()
  const connection = await db.pool.connect()
  await insertPostcodes(connection, [
    row('28013', 'Madrid', 40.4187, -3.7099),
    row('28100', 'Alcobendas', 40.75, -3.64),
    row('28300', 'Aranjuez', 40.0333, -3.6),
    row('22193', 'Arascués', 42.2442, -0.4469),
    row('01270', 'Frontera', 42.7, -2.95),
    row('44001', 'Dos', 40.3, -1.1),
    row('44001', 'Lejos', 40.9, -0.2),
  ])
  connection.release()
  const exact = connectEmbedded({ kysely: db.kysely })
  const near = await exact.geocode('Calle Mayor 10, 28013 Madrid')
  assert.ok(near.outcome === 'located')
  assert.deepEqual([near.precision, near.lat, near.uncertaintyKm], ['postcode', 40.4187, 2])
  const far = await exact.geocode('28100 Alcobendas')
  assert.ok(far.outcome === 'located')
  assert.equal(far.precision, 'locality')
  assert.ok(kilometresBetween(far, { lat: 40.54, lon: -3.64 }) < 3)
  const province = await exact.geocode('Calle Mayor 1, 28300 Madrid')
  assert.ok(province.outcome === 'located')
  assert.deepEqual([province.locality, province.lat], ['Aranjuez', 40.0333])
  const village = await exact.geocode('22193 Arascués, Huesca')
  assert.ok(village.outcome === 'located')
  assert.deepEqual(
    [village.locality, village.precision, village.provinceCode],
    ['Arascués', 'postcode', '22'],
  )
  const alone = await exact.geocode('Calle Sol 3, 28300')
  assert.ok(alone.outcome === 'located')
  assert.equal(alone.locality, 'Aranjuez')
  const border = await exact.geocode('01270 Miranda de Ebro')
  assert.equal(border.outcome, 'located', 'the neighbouring province brings the post')
  assert.deepEqual(await exact.geocode('01270 Madrid'), { outcome: 'conflict' })
})

test('unavailable if the postal rows cannot be read, only for addresses with a postcode', async () => {
  const db = await createDatabase()
  await db[Symbol.asyncDispose]()
  const broken = connectEmbedded({ kysely: db.kysely })
  assert.deepEqual(await broken.geocode('28013 Madrid'), { outcome: 'unavailable' })
  assert.equal((await broken.geocode('Calle Mayor 10, Madrid')).outcome, 'located')
})
