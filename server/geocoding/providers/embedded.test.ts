import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createDatabase } from '../../../test/support/database.ts'
import { kilometresBetween } from '../distance.ts'
import { fold } from '../fold.ts'
import { refusals, samples } from '../gazetteer/address-samples.ts'
import { pointOf } from '../gazetteer/agreement.ts'
import { loadPlaces } from '../gazetteer/load-places.ts'
import { idsNamed } from '../gazetteer/places.ts'
import type { Located } from '../geocoder.ts'
import { capitalOf } from '../provinces.ts'
import { insertPostcodes, type PostcodeRow } from '../store.ts'
import { connectEmbedded } from '../test-support.ts'

const { geocode } = connectEmbedded()

async function locate(address: string): Promise<Located> {
  const answer = await geocode(address)
  assert.ok(answer.outcome === 'located', `${address}: ${answer.outcome}`)
  return answer
}

describe('an address names a town', () => {
  for (const [address, lat, lon] of samples) {
    test(JSON.stringify(address), async () => {
      const answer = await locate(address)
      const km = kilometresBetween(answer, { lat, lon })
      assert.ok(km < 9, `${answer.locality}, ${km.toFixed(1)} km off`)
      assert.equal(answer.precision, 'locality')
    })
  }
})

describe('an address is refused rather than guessed', () => {
  for (const [outcome, addresses] of Object.entries(refusals)) {
    for (const address of addresses) {
      test(`${outcome}: ${JSON.stringify(address)}`, async () => {
        assert.deepEqual(await geocode(address), { outcome })
      })
    }
  }

  test('not_found: 10,000 characters', async () => {
    assert.deepEqual(await geocode('Calle Mayor 10, 28013 Madrid '.repeat(345)), { outcome: 'not_found' })
  })
})

describe('what is told of the place', () => {
  test('everything the job keeps', async () => {
    assert.deepEqual(await geocode('Calle Toledo 5, 28901 Getafe (Madrid)'), {
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

  test('the uncertainty grows with the town', async () => {
    assert.equal((await locate('Albarracín, Teruel')).uncertaintyKm, 3)
    assert.equal((await locate('Madrid')).uncertaintyKm, 6)
  })

  test("a capital's name with another town's postcode may be anywhere in the province", async () => {
    assert.equal((await locate('Calle Mayor 3, 28901 Madrid')).uncertaintyKm, 10)
  })

  test('islands, Ceuta and Melilla are told by their province', async () => {
    const codes = ['Palma de Mallorca', 'Arrecife', 'Valverde, El Hierro', 'Ceuta', 'Melilla'].map(locate)
    assert.deepEqual(
      (await Promise.all(codes)).map(({ provinceCode }) => provinceCode),
      ['07', '35', '38', '51', '52'],
    )
  })

  test('places go by the name used there', async () => {
    assert.equal((await locate('Lisbon, Portugal')).locality, 'Lisboa')
    assert.equal((await locate('Donostia')).locality, 'San Sebastián')
    assert.equal((await locate('Alcira')).locality, 'Alzira')
  })
})

describe('any text at all', () => {
  const outcomes = ['located', 'not_found', 'ambiguous', 'conflict']
  const pieces = fc.constantFrom(
    ...['Calle', 'Mayor', '10', ',', 'Madrid', '28013', 'de', '(', ')', '/', 'Getafe', 's/n', 'España', '-'],
    ...['Villanueva', 'la', 'San', 'Pedro', 'km', '75001', 'Paris', '\n', '🙂', 'Ñ', "L'", '1100-053', 'Rue'],
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.array(pieces, { maxLength: 25 }).map((all) => all.join(' ')),
  )

  test('gets one of the outcomes, the same each time, with a point on the earth', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const answer = await geocode(text)
        assert.ok(outcomes.includes(answer.outcome))
        assert.deepEqual(await geocode(text), answer)
        if (answer.outcome !== 'located') return
        assert.ok(Math.abs(answer.lat) <= 90 && Math.abs(answer.lon) <= 180)
        assert.ok(answer.uncertaintyKm > 0)
      }),
      { numRuns: 1_500 },
    )
  })

  test('capitals, accents and spaces do not matter', async () => {
    const sample = fc.constantFrom(...samples.map(([address]) => address))
    const spelling = fc.constantFrom(
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) => `  ${text.replaceAll(' ', '  ')} `,
    )
    await fc.assert(
      fc.asyncProperty(sample, spelling, async (address, spell) => {
        assert.deepEqual(await geocode(spell(address)), await geocode(address))
      }),
      { numRuns: 500 },
    )
  })
})

describe('an address goes outwards', () => {
  test('a Spanish town before the capital of its province is never located elsewhere', async () => {
    const places = await loadPlaces('es')
    const isOnlyOne = (id: number) =>
      idsNamed(places, fold(places.name[id] ?? '')).every(
        (other) => other === id || places.area[other] !== places.area[id],
      )
    const towns = places.name.flatMap((name, id) =>
      places.country[id] === 'es' && !places.isPart[id] && isOnlyOne(id) ? [{ name, id }] : [],
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...towns), async ({ name, id }) => {
        const answer = await geocode(`Calle Mayor 5, ${name}, ${capitalOf(places.area[id] ?? '')}`)
        if (answer.outcome !== 'located') return assert.equal(answer.outcome, 'ambiguous')
        assert.ok(kilometresBetween(answer, pointOf(places, id)) < 15, name)
      }),
      { numRuns: 500 },
    )
  })
})

describe('with postal rows imported', () => {
  const row = (postcode: string, place: string, lat: number, lon: number): PostcodeRow => ({
    ...{ country: 'es', postcode, place, province: 'P', municipalityCode: null, lat, lon, accuracy: 4 },
  })

  test('a postcode near its town is the better point, one far from it is not believed', async () => {
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

  test('unavailable while the rows cannot be read, and only where a postcode asks for them', async () => {
    const db = await createDatabase()
    await db[Symbol.asyncDispose]()
    const broken = connectEmbedded({ kysely: db.kysely })
    assert.deepEqual(await broken.geocode('28013 Madrid'), { outcome: 'unavailable' })
    assert.equal((await broken.geocode('Calle Mayor 10, Madrid')).outcome, 'located')
  })
})
