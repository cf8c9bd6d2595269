import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { byOperator } from '../../test/support/by-operator.ts'
import { createDatabase } from '../../test/support/database.ts'
import { importPostcodes } from './import-postcodes.ts'
import { PostcodeFileError } from './postal-file/read-rows.ts'
import { findPostcode } from './store.ts'

const madrid = 'ES\t28013\tMadrid\tMadrid\tMD\tMadrid\tM\tMadrid\t28079\t40.4187\t-3.7099\t4'
const getafe = 'ES\t28901\tGetafe\tMadrid\tMD\tMadrid\tM\tGetafe\t28065\t40.3057\t-3.7329\t'
const lisbon = 'PT\t1100-053\tLisboa\tLisboa\t11\tLisboa\t1106\t\t\t38.7117\t-9.1365\t6'

const file = (...lines: string[]) => Readable.from([Buffer.from(lines.join('\n'))])

test('the GeoNames postal file is taken whole, country by country', async () => {
  await using db = await createDatabase()
  assert.deepEqual(
    await importPostcodes({ ...db, by: byOperator() }, file(`\uFEFF${madrid}`, getafe, '', `${lisbon}\r`)),
    {
      es: 2,
      pt: 1,
    },
  )
  assert.deepEqual(await findPostcode(db.kysely, 'es', '28013'), [
    { place: 'Madrid', lat: 40.4187, lon: -3.7099 },
  ])
  const { rows } = await db.pool.query("select * from postcode where postcode = '28901'")
  assert.deepEqual(rows, [
    {
      ...{
        country: 'es',
        postcode: '28901',
        place: 'Getafe',
        province: 'Madrid',
        municipality_code: '28065',
      },
      ...{ lat: 40.3057, lon: -3.7329, accuracy: null },
    },
  ])
})

test('the GeoNames postal file replaces a country it has and leaves the others', async () => {
  await using db = await createDatabase()
  await importPostcodes({ ...db, by: byOperator() }, file(madrid, lisbon))
  await importPostcodes({ ...db, by: byOperator() }, file(getafe))
  assert.deepEqual(await findPostcode(db.kysely, 'es', '28013'), [])
  assert.equal((await findPostcode(db.kysely, 'es', '28901')).length, 1)
  assert.equal((await findPostcode(db.kysely, 'pt', '1100-053')).length, 1)
})

test('the audit log states how many rows of a country the import replaced', async () => {
  await using db = await createDatabase()
  await importPostcodes({ ...db, by: byOperator() }, file(madrid, getafe))
  await importPostcodes({ ...db, by: byOperator() }, file(getafe))
  const { rows } = await db.pool.query<{ changes: object }>('select changes from audit_event order by id')
  assert.deepEqual(
    rows.map(({ changes }) => changes),
    [{ rows: { from: null, to: 2 } }, { rows: { from: 2, to: 1 } }],
  )
})

test('the GeoNames postal file gives only the countries asked for', async () => {
  await using db = await createDatabase()
  assert.deepEqual(await importPostcodes({ ...db, by: byOperator() }, file(madrid, lisbon), ['pt']), {
    pt: 1,
  })
  assert.deepEqual(await findPostcode(db.kysely, 'es', '28013'), [])
})

test('the GeoNames postal file comes in batches', async () => {
  await using db = await createDatabase()
  const many = Array.from({ length: 4_500 }, (_, i) => madrid.replace('28013', String(10_000 + i)))
  assert.deepEqual(await importPostcodes({ ...db, by: byOperator() }, file(...many)), { es: 4_500 })
})

const bad: Record<string, [line: string, reason: RegExp]> = {
  'too few columns': [madrid.replace('\tMD', ''), /^line 3: 11 columns instead of 12$/],
  'commas for tabs': [madrid.replaceAll('\t', ','), /^line 3: 1 columns instead of 12$/],
  'no country': [madrid.replace('ES', 'Spain'), /^line 3: column 1/],
  'no postcode': [madrid.replace('28013', '  '), /^line 3: column 2/],
  'no place': [madrid.replace('Madrid', ''), /^line 3: column 3/],
  'no latitude': [madrid.replace('40.4187', 'north'), /^line 3: column 10/],
  'an empty latitude': [madrid.replace('40.4187', ''), /^line 3: column 10/],
  'a longitude off the earth': [madrid.replace('-3.7099', '-370.9'), /^line 3: column 11/],
  'an accuracy of 9': [madrid.replace(/4$/, '9'), /^line 3: column 12/],
}
test('the GeoNames postal file a bad line is named, and its country keeps its old rows', async () => {
  await using db = await createDatabase()
  await importPostcodes({ ...db, by: byOperator() }, file(getafe))
  for (const [what, [line, reason]] of Object.entries(bad)) {
    await assert.rejects(importPostcodes({ ...db, by: byOperator() }, file(madrid, '', line)), (error) => {
      assert.ok(error instanceof PostcodeFileError, what)
      assert.match(error.message, reason)
      return true
    })
    assert.equal((await findPostcode(db.kysely, 'es', '28901')).length, 1, what)
    assert.deepEqual(await findPostcode(db.kysely, 'es', '28013'), [], what)
  }
})

test('the GeoNames postal file a country whose rows are apart is refused, as the second part would replace the first', async () => {
  await using db = await createDatabase()
  await assert.rejects(
    importPostcodes({ ...db, by: byOperator() }, file(madrid, lisbon, getafe)),
    /^Error: line 3: rows of es are not together$/,
  )
})

test('the GeoNames postal file a file that breaks off in the middle changes nothing', async () => {
  await using db = await createDatabase()
  const broken = Readable.from(
    (function* () {
      yield Buffer.from(`${madrid}\n`)
      throw new Error('disk gone')
    })(),
  )
  await assert.rejects(importPostcodes({ ...db, by: byOperator() }, broken), /disk gone/)
  assert.deepEqual(await findPostcode(db.kysely, 'es', '28013'), [])
})
