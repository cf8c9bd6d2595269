import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after } from 'node:test'
import { estimateMyJob } from '#contract/app/customer.ts'
import { suggestAddresses } from '#contract/app/open.ts'
import type { Estimate } from '#contract/partner.ts'
import { examine } from '../../server/doctor/examine.ts'
import { createDatabase } from '../support/database.ts'
import { asPartner, caller, startDray, type TestDray, type TestPartner } from '../support/dray.ts'
import { openMarket } from '../support/market.ts'
import { stranger } from '../support/person.ts'
import { andorranRows, type PostalFiles, servePostalFiles, spanishRows } from '../support/postal-server.ts'
import { runCommand } from '../support/process.ts'
import { until } from '../support/until.ts'
import { written } from '../support/written-checks.ts'

const files: PostalFiles = { ES: spanishRows(), AD: andorranRows() }
const geonames = await servePostalFiles(files)
const folder = await mkdtemp(path.join(tmpdir(), 'dray-geo-'))
after(async () => {
  await geonames[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const envOf = ({ db, dataDir }: Pick<TestDray, 'db' | 'dataDir'>) => ({
  DATABASE_URL: db.url,
  DATA_DIR: dataDir,
})
const setUp = (installation: Pick<TestDray, 'db' | 'dataDir'>, ...args: string[]) =>
  runCommand(['geo', 'setup', ...args], {
    ...envOf(installation),
    GEONAMES_URL: geonames.url,
  })

const estimateOf = async (partner: TestPartner, from: string, to: string): Promise<Estimate> => {
  const address = (postcode: string) => ({ address: `Calle Mayor 10, ${postcode} Madrid` })
  const { status, body } = await partner.estimate({ size: 'M', pickup: address(from), dropoff: address(to) })
  assert.equal(status, 200)
  return body
}
const kmOf = ({ calculation_breakdown }: Estimate): number => calculation_breakdown.distance_km

test('dray geo setup makes prices follow the postcodes inside a town, on every running node within seconds', async () => {
  await using market = await openMarket()
  await using other = await startDray({}, { beside: market.app })
  const { partner } = market
  const elsewhere = asPartner(partner, caller(other.url))
  for (const node of [partner, elsewhere])
    for (const to of ['28045', '28042']) assert.equal(kmOf(await estimateOf(node, '28013', to)), 6)

  const { code, stdout, stderr } = await setUp(market.app, 'es', '--json')
  assert.equal(code, 0, stderr)
  assert.deepEqual(JSON.parse(stdout), [
    { country: 'ES', status: 'imported', rows: 18_000, postcodes: 703, error: null },
  ])
  assert.match(stderr, /^ES: downloading\nES: importing 18000 rows\n$/)

  for (const node of [partner, elsewhere])
    await until('the node has noticed', async () => kmOf(await estimateOf(node, '28013', '28045')) !== 6)
  const [near, far] = [
    await estimateOf(partner, '28013', '28045'),
    await estimateOf(partner, '28013', '28042'),
  ]
  // The straight-line distances are 2.4 and 12.7 km.
  assert.deepEqual([kmOf(near), kmOf(far)], [3.3, 17.5])
  assert.equal(near.base_price_eur, 25, 'within the 5 km of the base price')
  assert.equal(far.base_price_eur, 36.25)
  assert.match(far.disclaimer, /measured between postcodes/)
  // Two doors with one postcode cannot be distinguished: they get the minimum distance.
  const doors = {
    pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
    dropoff: { address: 'Calle Mayor 12, 28013 Madrid' },
  }
  const { body } = await partner.estimate({ size: 'M', ...doors })
  assert.equal(kmOf(body), 2)
  const customer = await market.person()
  const { distance_accuracy, distance_basis } = await customer.ok(estimateMyJob, {
    body: { size: 'M', ...doors },
  })
  assert.deepEqual([distance_accuracy, distance_basis], ['approximate', 'postcodes'])
  const { text } = await other.fetch('/metrics')
  assert.match(text, /^dray_coarse_pricing 0$/m)
})

test('without postcodes in the included distance, each postcode has its price', async () => {
  await using app = await startDray()
  const partner = await app.partner()
  assert.equal((await setUp(app, 'ES')).code, 0)
  await app.db.pool.query(
    `insert into tariff (id, starts_at, terms)
     select gen_random_uuid(), now(), jsonb_set(terms, '{includedKm}', '0') from tariff limit 1`,
  )
  await until(
    'the tariff is in force',
    async () => (await estimateOf(partner, '28013', '28042')).base_price_eur > 36.25,
  )
  const [same, near] = [
    await partner.estimate({
      size: 'M',
      pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
      dropoff: { address: 'Calle Mayor 12, 28013 Madrid' },
    }),
    await estimateOf(partner, '28013', '28045'),
  ]
  assert.ok(near.base_price_eur > same.body.base_price_eur)
})

test('decision 79: the postcodes of an import are completed with their town, before the account', async () => {
  await using app = await startDray()
  const suggested = async (text: string) =>
    (await stranger(app).ok(suggestAddresses, { body: { text } })).suggestions
  assert.deepEqual(await suggested('Calle Mayor 10, 2804'), [], 'no country is imported')
  assert.equal((await setUp(app, 'ES', 'AD')).code, 0)
  assert.deepEqual(await suggested('280'), ['28013 Madrid', '28042 Madrid', '28045 Madrid'])
  assert.deepEqual(await suggested('Calle Mayor 10, 28042'), ['Calle Mayor 10, 28042 Madrid'])
  assert.deepEqual(await suggested('28042 mad'), ['28042 Madrid'])
  assert.deepEqual(await suggested('28042 Barc'), [])
  assert.ok((await suggested('501')).length <= 6)
  const hostile = ["280' or true", '280%', '２８０', 'AD5\u0000', '9'.repeat(200)]
  for (const text of hostile) {
    const { status, body } = await app.fetch(suggestAddresses.url, { method: 'POST', body: { text } })
    if (status === 200) assert.deepEqual(body, { suggestions: [] }, text)
    else assert.equal(status, 400, text)
  }
})

test('one country that fails does not lose the others; the command ends with 1 and says why', async () => {
  await using db = await createDatabase()
  const { code, stdout } = await setUp({ db, dataDir: folder }, 'PT', 'AD', 'XX', 'ad', '--json')
  assert.equal(code, 1)
  const results = JSON.parse(stdout) as { country: string; status: string; rows: number; error: string }[]
  assert.deepEqual(
    results.map(({ country, status, rows }) => [country, status, rows]),
    [
      ['PT', 'failed', null],
      ['AD', 'imported', 7],
      ['XX', 'failed', null],
    ],
  )
  assert.match(results[0]?.error ?? '', /GeoNames offers no postcodes of PT .*answered 404/)
  assert.match(results[2]?.error ?? '', /XX is not a country of the embedded geocoder/)
  const { rows } = await db.pool.query('select country, row_count from postcode_import')
  assert.deepEqual(rows, [{ country: 'ad', row_count: 7 }])
})

test('dray geo setup without --json: a table and the next step', async () => {
  await using db = await createDatabase()
  const { code, stdout } = await setUp({ db, dataDir: folder }, 'AD')
  assert.equal(code, 0)
  assert.match(stdout, /^country\s+status\s+rows\s+postcodes\s+error\nAD\s+imported\s+7\s+7\s+-\n/)
  assert.match(stdout, /Running servers use the new postcodes/)
})

test('doctor and /metrics warn while live keys are priced by town centres, and only then', async () => {
  await using app = await startDray()
  const precision = async () =>
    (await examine(envOf(app))).map(written).find(({ name }) => name === 'address precision')
  const metricBecomes = (value: string) =>
    until(`dray_coarse_pricing is ${value}`, async () =>
      (await app.fetch('/metrics')).text.includes(`\ndray_coarse_pricing ${value}\n`),
    )

  const testKey = await app.partner({ mode: 'test' })
  assert.equal((await precision())?.status, 'ok')
  await metricBecomes('0')
  assert.match((await precision())?.detail ?? '', /towns only/)
  const live = await app.partner()
  assert.equal((await precision())?.status, 'warn')
  await metricBecomes('1')
  assert.match((await precision())?.remedy ?? '', /dray -- geo setup ES/)

  await testKey.estimate({})
  await live.estimate({ pickup: { address: 'Calle Mayor 1, Madrid' } })
  const counted = async () =>
    /^dray_quotes_total\{precision="locality"\} 2$/m.test((await app.fetch('/metrics')).text)
  await until('both estimates are counted in the metrics', counted)

  // Postcodes of another country do not change the metric.
  assert.equal((await setUp(app, 'AD')).code, 0)
  await metricBecomes('1')
  await app.db.pool.query('update api_key set revoked_at = now() where id = $1', [live.keyId])
  await metricBecomes('0')
  await app.db.pool.query('update api_key set revoked_at = null')
  assert.equal((await setUp(app, 'ES')).code, 0)
  assert.equal((await precision())?.status, 'ok')
  await metricBecomes('0')
})

test('with a geocoder of streets nothing is warned of', async () => {
  await using app = await startDray({ GEOCODER: 'nominatim,embedded', NOMINATIM_URL: geonames.url })
  await app.partner()
  assert.match((await app.fetch('/metrics')).text, /^dray_coarse_pricing 0$/m)
})
