import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { byOperator } from '../../../test/support/by-operator.ts'
import { createDatabase } from '../../../test/support/database.ts'
import { closedPort } from '../../../test/support/local-server.ts'
import {
  andorranRows,
  type PostalFile,
  type PostalFiles,
  servePostalFiles,
} from '../../../test/support/postal-server.ts'
import { zipOf } from '../../../test/support/zip.ts'
import { replacePostcodes } from '../import-postcodes.ts'
import { findPostcode, type PostcodeRow } from '../store.ts'
import { downloadPostalFile } from './download.ts'
import { setUpCountry } from './set-up-country.ts'

const db = await createDatabase()
const files: PostalFiles = {}
const server = await servePostalFiles(files)
after(async () => {
  await server[Symbol.asyncDispose]()
  await db[Symbol.asyncDispose]()
})
const { pool, kysely } = db

const silent = { by: byOperator(), onProgress: () => {}, onImport: () => {} }
const setUp = (country: string, baseUrl = server.url) => setUpCountry({ pool, baseUrl, ...silent }, country)
const rowsOf = async (country: string) => {
  const { rows } = await pool.query('select * from postcode where country = $1 order by postcode', [country])
  return rows
}

test('a country is downloaded, checked and imported, and reported in steps', async () => {
  files['AD'] = andorranRows()
  const reported: unknown[] = []
  const done = await setUpCountry(
    {
      pool,
      by: byOperator(),
      baseUrl: server.url,
      onProgress: ({ bytes, totalBytes }) => reported.push(bytes === totalBytes),
      onImport: (count) => reported.push(count),
    },
    'ad',
  )
  assert.deepEqual(done, { rows: 7, postcodes: 7 })
  assert.deepEqual(reported.slice(-2), [true, 7])
  assert.equal((await findPostcode(kysely, 'ad', 'AD500')).length, 1)
  assert.deepEqual(server.asked, ['GET /AD.zip'])
})

const [one = ''] = andorranRows()
const broken: Record<string, [file: PostalFile, reason: RegExp]> = {
  'a page instead of a zip': [Buffer.from('<html>We moved</html>'.repeat(20)), /not a zip file/],
  'a zip cut off': [zipOf('AD.txt', andorranRows().join('\n')).subarray(0, 90), /not a zip file|damaged/],
  'another country’s file': [zipOf('PT.txt', 'x'), /holds no AD\.txt/],
  'rows of another country': [andorranRows().map((row) => row.replace(/^AD/, 'PT')), /holds rows of PT/],
  'a file of few rows': [
    andorranRows().slice(0, 3),
    /has 3 rows, fewer than what the country must have \(4\)/,
  ],
  'a bad line in the middle': [[one, one, one, 'AD\tAD100\tCanillo', one], /line 4: 3 columns instead of 12/],
  'positions elsewhere': [
    andorranRows().map((row) => row.replace(/42\.5\d*\t1\.5/, '40.4\t-3.7')),
    /lie outside the country/,
  ],
  'an answer of 503': [(response) => void response.writeHead(503).end(), /answered HTTP 503/],
  'a redirect to elsewhere': [
    (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    /answered HTTP 302/,
  ],
  'a connection lost half way': [
    (response) => {
      response.writeHead(200, { 'content-length': 10_000 }).write('PK', () => response.destroy())
    },
    /AD\.zip: \S/,
  ],
  'more than we take': [
    (response) => void response.writeHead(200, { 'content-length': 70_000_000 }).write('PK'),
    /larger than 64 MiB/,
  ],
}

for (const [what, [file, reason]] of Object.entries(broken)) {
  test(`${what} is refused with a reason, and the old rows stay`, async () => {
    const before = await rowsOf('ad')
    assert.equal(before.length, 7)
    files['AD'] = file
    await assert.rejects(setUp('AD'), (error: Error) => {
      assert.match(error.message, reason)
      return true
    })
    assert.deepEqual(await rowsOf('ad'), before)
  })
}

test('a file with fewer than half of the rows we have is refused', async () => {
  files['AD'] = Array.from({ length: 20 }, () => one)
  await setUp('AD')
  files['AD'] = andorranRows()
  await assert.rejects(setUp('AD'), /has 7 rows, fewer than half of the 20 we have \(10\)/)
  await pool.query(`update postcode_import set row_count = 7 where country = 'ad'`)
})

test('a country unknown to GeoNames and a country unknown to the geocoder have different errors', async () => {
  await assert.rejects(setUp('LU'), /GeoNames offers no postcodes of LU .*LU\.zip answered 404/)
  await assert.rejects(setUp('UK'), /UK is not a country of the embedded geocoder, which knows ES, PT, /)
})

test('no server and a silent server are reported within the timeout', async () => {
  await assert.rejects(setUp('AD', `http://127.0.0.1:${await closedPort()}`), /ECONNREFUSED/)
  files['AD'] = () => {}
  const download = { baseUrl: server.url, country: 'AD', onProgress: () => {}, maxBytes: 100, silenceMs: 200 }
  await assert.rejects(downloadPostalFile(download), /no answer in time/)
})

test('a body without a length is bounded too', async () => {
  files['AD'] = (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(Buffer.alloc(1_000)), 1)
    void once(response, 'close').then(() => clearInterval(timer))
  }
  const download = {
    baseUrl: server.url,
    country: 'AD',
    onProgress: () => {},
    maxBytes: 10_000,
    silenceMs: 5_000,
  }
  await assert.rejects(downloadPostalFile(download), /larger than/)
})

test('two imports of one country at once leave the rows of one', async () => {
  const rows = (place: string) =>
    Array.from({ length: 5_000 }, (_, i) => ({ ...rowOf('LU', String(1_000 + i)), place }))
  await Promise.all(
    ['one', 'two', 'three'].map((place) => replacePostcodes({ pool, by: byOperator() }, 'lu', rows(place))),
  )
  const { rows: found } = await pool.query(
    `select count(*)::int as count, count(distinct place)::int as places from postcode where country = 'lu'`,
  )
  assert.deepEqual(found, [{ count: 5_000, places: 1 }])
})

test('an import that dies half way leaves the old rows and a usable connection', async () => {
  const good = rowOf('LU', 'L-1009')
  await replacePostcodes({ pool, by: byOperator() }, 'lu', [good])
  const bad = Array.from({ length: 4_000 }, () => ({ ...good, place: 'new' }))
  bad.push({ ...good, place: 'a text PostgreSQL refuses: \u0000' })
  await assert.rejects(replacePostcodes({ pool, by: byOperator() }, 'lu', bad), /invalid byte sequence/)
  assert.equal((await rowsOf('lu')).length, 1)
  await replacePostcodes({ pool, by: byOperator() }, 'lu', [good, good])
  assert.equal((await rowsOf('lu')).length, 2)
})

const rowOf = (country: string, postcode: string): PostcodeRow => ({
  country: country.toLowerCase(),
  postcode,
  place: 'Luxembourg',
  province: '',
  municipalityCode: null,
  lat: 49.6,
  lon: 6.1,
  accuracy: null,
})
