import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { kilometresBetween } from './data/distance.ts'
import { fold } from './data/fold.ts'
import { loadPlaces } from './data/load-places.ts'
import { idsNamed, pointOf } from './data/places.ts'
import { capitalOf } from './data/provinces.ts'
import { openGazetteer } from './gazetteer.ts'
import type { Located } from './resolve/located.ts'
import { samples } from './testing-addresses.ts'
import { refusals } from './testing-refusals.ts'

const gazetteer = openGazetteer({ home: 'es' })

async function located(address: string): Promise<Located> {
  const answer = await gazetteer.locate(address)
  assert.ok(answer.outcome === 'located', `${address}: ${answer.outcome}`)
  return answer
}

describe('a located address', () => {
  for (const [address, lat, lon] of samples) {
    test(JSON.stringify(address), async () => {
      const answer = await located(address)
      const km = kilometresBetween(answer, { lat, lon })
      assert.ok(km < 9, `${answer.locality}, ${km.toFixed(1)} km off`)
      assert.equal(answer.precision, 'locality')
    })
  }
})

describe('a refused address', () => {
  for (const [outcome, addresses] of Object.entries(refusals)) {
    for (const address of addresses) {
      test(`${outcome}: ${JSON.stringify(address)}`, async () => {
        assert.equal((await gazetteer.locate(address)).outcome, outcome)
      })
    }
  }

  test('not_found: 10,000 characters', async () => {
    assert.deepEqual(await gazetteer.locate('Calle Mayor 10, 28013 Madrid '.repeat(345)), {
      outcome: 'not_found',
    })
  })
})

describe('the words that were not understood', () => {
  for (const [address, unknown] of [
    ['31001 Blorp Nord Cedex 6', 'Blorp Nord'],
    ['Rua Nova 3, 8650-357 Vilarinho Inventado', 'Vilarinho Inventado'],
    ['Calle Mayor 5, Oyambre, Santander', 'Oyambre'],
    ['31001 Тулуза', 'Тулуза'],
    ['Calle Mayor 3, Inventat del Vallès 5, 28901', 'Inventat del Vallès'],
    ['España', undefined],
  ] as const) {
    test(address, async () => {
      assert.deepEqual(await gazetteer.locate(address), { outcome: 'not_found', ...(unknown && { unknown }) })
    })
  }
})

describe('fields of a result', () => {
  test('all fields of a town with its postcode', async () => {
    assert.deepEqual(await gazetteer.locate('Calle Toledo 5, 28901 Getafe (Madrid)'), {
      outcome: 'located',
      lat: 40.30571,
      lon: -3.73295,
      precision: 'locality',
      uncertaintyKm: 4,
      locality: 'Getafe',
      postcode: '28901',
      provinceCode: '28',
      countryCode: 'es',
      confidence: 0.9,
    })
  })

  test('a bigger town has a bigger uncertainty', async () => {
    assert.equal((await located('Albarracín, Teruel')).uncertaintyKm, 3)
    assert.equal((await located('Madrid')).uncertaintyKm, 6)
  })

  test('the name of a capital with the postcode of another town has the uncertainty of the province', async () => {
    assert.equal((await located('Calle Mayor 3, 28901 Madrid')).uncertaintyKm, 10)
  })

  test('a guess has the uncertainty of a guess', async () => {
    for (const address of ['Calle Mayor 10, 28013', 'Madird', 'Paseo del Prado Madrid']) {
      const { confidence, uncertaintyKm } = await located(address)
      assert.ok(confidence < 0.6, address)
      assert.equal(uncertaintyKm, 10, address)
    }
  })

  test('islands, Ceuta and Melilla have the code of their province', async () => {
    const codes = ['Palma de Mallorca', 'Arrecife', 'Valverde, El Hierro', 'Ceuta', 'Melilla'].map(located)
    assert.deepEqual(
      (await Promise.all(codes)).map(({ provinceCode }) => provinceCode),
      ['07', '35', '38', '51', '52'],
    )
  })

  test('the locality has its local name', async () => {
    assert.equal((await located('Lisbon, Portugal')).locality, 'Lisboa')
    assert.equal((await located('Donostia')).locality, 'San Sebastián')
    assert.equal((await located('Alcira')).locality, 'Alzira')
  })
})

describe('any text', () => {
  const outcomes = ['located', 'not_found', 'ambiguous', 'conflict']
  const pieces = fc.constantFrom(
    ...['Calle', 'Mayor', '10', ',', 'Madrid', '28013', 'de', '(', ')', '/', 'Getafe', 's/n', 'España', '-'],
    ...['Villanueva', 'la', 'San', 'Pedro', 'km', '75001', 'Paris', '\n', '🙂', 'Ñ', "L'", '1100-053', 'Rue'],
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.array(pieces, { maxLength: 25 }).map((all) => all.join(' ')),
  )

  test('gets one of the outcomes, always the same one, with a valid point', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const answer = await gazetteer.locate(text)
        assert.ok(outcomes.includes(answer.outcome))
        assert.deepEqual(await gazetteer.locate(text), answer)
        if (answer.outcome !== 'located') return
        assert.ok(Math.abs(answer.lat) <= 90 && Math.abs(answer.lon) <= 180)
        assert.ok(answer.uncertaintyKm > 0)
      }),
      { numRuns: 1_500 },
    )
  })

  test('case, accents and spaces make no difference', async () => {
    const sample = fc.constantFrom(...samples.map(([address]) => address))
    const spelling = fc.constantFrom(
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) => `  ${text.replaceAll(' ', '  ')} `,
    )
    await fc.assert(
      fc.asyncProperty(sample, spelling, async (address, spell) => {
        assert.deepEqual(await gazetteer.locate(spell(address)), await gazetteer.locate(address))
      }),
      { numRuns: 500 },
    )
  })
})

describe('containment', () => {
  test('a Spanish town before the capital of its province is not located elsewhere', async () => {
    const places = await loadPlaces('es')
    const isOnlyOne = (id: number) =>
      idsNamed(places, fold(places.nameOf(id))).every(
        (other) => other === id || places.area[other] !== places.area[id],
      )
    const towns = places.country.flatMap((country, id) =>
      country === 'es' && places.area[id] !== '' && !places.isPart[id] && isOnlyOne(id)
        ? [{ name: places.nameOf(id), id }]
        : [],
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...towns), async ({ name, id }) => {
        const answer = await gazetteer.locate(`Calle Mayor 5, ${name}, ${capitalOf(places.area[id] ?? '')}`)
        if (answer.outcome !== 'located') return assert.equal(answer.outcome, 'ambiguous')
        assert.ok(kilometresBetween(answer, pointOf(places, id)) < 15, name)
      }),
      { numRuns: 500 },
    )
  })
})

describe('postal rows', () => {
  const rows: Record<string, { place: string; lat: number; lon: number }[]> = {
    'es 28013': [{ place: 'Madrid', lat: 40.4187, lon: -3.7099 }],
    'es 28100': [{ place: 'Alcobendas', lat: 40.75, lon: -3.64 }],
    'es 22193': [{ place: 'Arascués', lat: 42.2442, lon: -0.4469 }],
  }
  const withRows = openGazetteer({
    home: 'es',
    findPostcode: async (country, postcode) => rows[`${country} ${postcode}`] ?? [],
  })
  const found = async (address: string) => {
    const answer = await withRows.locate(address)
    assert.ok(answer.outcome === 'located', `${address}: ${answer.outcome}`)
    return answer
  }

  test('a postcode near its town gives the point', async () => {
    const { precision, lat, uncertaintyKm } = await found('Calle Mayor 10, 28013 Madrid')
    assert.deepEqual([precision, lat, uncertaintyKm], ['postcode', 40.4187, 2])
  })

  test('a postcode far from its town is ignored', async () => {
    assert.equal((await found('28100 Alcobendas')).precision, 'locality')
  })

  test('a postcode does not decide against words that are not understood', async () => {
    for (const address of ['28013 Blorp', '28013 Toulouse Blorp 6', 'F-28013', '5 Rue Nationale, 28013'])
      assert.equal((await withRows.locate(address)).outcome, 'not_found', address)
    const { precision, confidence } = await found('Calle Mayor 10, 28100')
    assert.deepEqual([precision, confidence], ['postcode', 0.6])
  })

  test('the postcode of another island does not move a town there', async () => {
    const rowsOf = async () => [{ place: 'Ruberts', lat: 39.61, lon: 2.92 }]
    const { lat } = (await openGazetteer({ home: 'es', findPostcode: rowsOf }).locate(
      '07511 Eivissa',
    )) as Located
    assert.ok(Math.abs(lat - 38.91) < 0.1)
  })

  test('a village that only the postal rows know is located', async () => {
    const { locality, provinceCode } = await found('22193 Arascués, Huesca')
    assert.deepEqual([locality, provinceCode], ['Arascués', '22'])
  })

  test('unavailable if the rows cannot be read, only for addresses with a postcode', async () => {
    const findPostcode = () => Promise.reject(new Error('connection lost'))
    const broken = openGazetteer({ home: 'es', findPostcode })
    assert.deepEqual(await broken.locate('28013 Madrid'), { outcome: 'unavailable' })
    assert.equal((await broken.locate('Calle Mayor 10, Madrid')).outcome, 'located')
  })
})
