import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readToday } from '#contract/admin/today.ts'
import { startDray, type TestDray } from '../support/dray.ts'
import { serve } from '../support/geocoding.ts'
import { serveLocally } from '../support/local-server.ts'
import { drive, refusals, routeJson, routerEnv, routerNames } from '../support/routing-engines.ts'
import { joinAsOwner } from '../support/staff.ts'
import {
  type Answer,
  answering,
  type EngineName,
  engineData,
  engineEnv,
  engineNames,
  json,
  plain,
} from '../support/street-geocoders.ts'
import { trip } from '../support/trips.ts'
import { until } from '../support/until.ts'

/* Decision 55: prices by the street, and what an engine in trouble means for partners and for the operator. */

const streets = {
  ...trip,
  pickup: { address: 'Calle de Alcalá 1, 28014 Madrid' },
  dropoff: { address: 'Calle de Alcalá, 28014 Madrid' },
}
const nowhere = { ...trip, pickup: { address: 'Xyzzy 1, 28014 Madrid' } }

for (const name of engineNames)
  test(`${name} prices a trip between streets, and a wrong address is the fault of the sender`, async () => {
    await using engine = await serve(answering(name))
    await using app = await startDray(engineEnv(name, engine.url))
    const partner = await app.partner()
    const { status, body } = await partner.estimate(streets)
    assert.equal(status, 200)
    assert.equal(body.calculation_breakdown.distance_km, 1)
    assert.doesNotMatch(body.disclaimer, /town centres/)
    const refused = await partner.call('/v1/pricing/estimate', { body: nowhere })
    assert.deepEqual([refused.status, refused.body.error], [422, 'geocoding_failed'])
    assert.ok(!app.logged.join().includes('Alcalá'))
  })

/** The failures of decision 55, and the words that the operator reads about each. */
const troubles: Record<string, { answer: (name: EngineName) => Answer; cause: RegExp }> = {
  'a refused key': { answer: () => plain('Invalid key', 401), cause: /HTTP 401 \(key/ },
  'a used-up quota': { answer: () => plain('quota', 429), cause: /HTTP 429 \(quota/ },
  'data of another region': { answer: (name) => json(engineData(name).none), cause: /another region/ },
  'no answer in time': { answer: () => () => {}, cause: /too slow/ },
}

for (const name of engineNames)
  describe(`${name}: the operator is alarmed, the partner is told 503 and not "address not found"`, () => {
    for (const [what, { answer, cause }] of someOf(troubles, name === 'photon'))
      test(what, async () => {
        await using engine = await serve(answer(name))
        const fast = { [`${name.toUpperCase()}_TIMEOUT_MS`]: '200' }
        await using app = await startDray({ ...engineEnv(name, engine.url), ...fast })
        await assertAlarm(app, `geocoder ${name}`, cause)
      })
  })

const routerTroubles = {
  'a refused key': { answer: () => routeJson(401, {}), cause: /HTTP 401 \(key/ },
  'a used-up quota': { answer: () => routeJson(429, {}), cause: /HTTP 429 \(quota/ },
  'a map of another region': {
    answer: (name: (typeof routerNames)[number]) => refusals[name].noRoadNear,
    cause: /another region/,
  },
  'no answer in time': { answer: () => () => {}, cause: /too slow/ },
}

for (const name of routerNames)
  describe(`${name}: the operator is alarmed, the partner is told 503 and not "no road"`, () => {
    for (const [what, { answer, cause }] of someOf(routerTroubles, name === 'valhalla'))
      test(what, async () => {
        await using engine = await serveLocally(answer(name))
        const fast = { [`${name.toUpperCase()}_TIMEOUT_MS`]: '100' }
        await using app = await startDray({ ...routerEnv(name, engine.url), ...fast })
        await assertAlarm(app, `router ${name}`, cause)
      })
  })

/** All troubles for one engine, and the first for the others: beside each provider is a test of all of them. */
function someOf<T>(all: Record<string, T>, isWhole: boolean): [string, T][] {
  return Object.entries(all).slice(0, isWhole ? undefined : 1)
}

/** Three estimates fail with 503; then *Today*, the metrics and the log name the provider, without an address. */
async function assertAlarm(app: TestDray, subject: string, cause: RegExp): Promise<void> {
  const owner = await joinAsOwner(app)
  const partner = await app.partner()
  for (let i = 0; i < 3; i++) {
    const { status, body, headers } = await partner.call('/v1/pricing/estimate', { body: trip })
    assert.deepEqual([status, body.error], [503, 'service_unavailable'])
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
  await until(`${subject} fails in Today`, async () => {
    await app.dray.activity.flush()
    const { entries } = await owner.ok(readToday)
    const entry = entries.find(({ kind }) => kind === 'provider_failing')
    return entry?.subject_id === subject && cause.test(entry.cause ?? '')
  })
  const [kind, provider] = subject.split(' ')
  const counted = new RegExp(
    `dray_provider_seconds_count\\{kind="${kind}",provider="${provider}",outcome="unavailable"\\} \\d`,
  )
  assert.match((await app.fetch('/metrics')).text, counted)
  const logged = app.logged.filter((line) => line.includes('is in trouble'))
  assert.ok(logged.length > 0 && logged.every((line) => cause.test(line) && !/Calle|Mayor/.test(line)))
}

test('behind an engine in trouble the next one of the chain prices, and the alarm stays', async () => {
  await using engine = await serve(plain('Invalid key', 401))
  await using app = await startDray({ ...engineEnv('photon', engine.url), GEOCODER: 'photon,embedded' })
  const owner = await joinAsOwner(app)
  const partner = await app.partner()
  for (const pickup of ['Calle Mayor 1, Madrid', 'Calle Real 1, Segovia', 'Calle Real 2, Toledo'])
    assert.equal((await partner.estimate({ ...trip, pickup: { address: pickup } })).status, 200)
  await until('photon fails in Today', async () => {
    await app.dray.activity.flush()
    const { entries } = await owner.ok(readToday)
    return entries.some(({ subject_id }) => subject_id === 'geocoder photon')
  })
})

test('an engine that knows only the town leaves the postcode to the next of the chain', async () => {
  const { answers, none } = engineData('photon')
  const madrid = {
    'Calle Blorp 5, 28014 Madrid': answers.Madrid,
    'Calle Blorp 9, 28001 Madrid': answers.Madrid,
  }
  await using engine = await serve(answering('photon', { answers: { ...answers, ...madrid }, none }))
  await using app = await startDray({ ...engineEnv('photon', engine.url), GEOCODER: 'photon,embedded' })
  await app.db.pool.query(`
    insert into postcode (country, postcode, place, province, lat, lon)
      values ('es', '28014', 'Madrid', 'Madrid', 40.41, -3.69), ('es', '28001', 'Madrid', 'Madrid', 40.425, -3.686);
    insert into postcode_import (country, import_id, row_count) values ('es', gen_random_uuid(), 2)`)
  const { status, body } = await (await app.partner()).estimate({
    ...trip,
    pickup: { address: 'Calle Blorp 5, 28014 Madrid' },
    dropoff: { address: 'Calle Blorp 9, 28001 Madrid' },
  })
  assert.equal(status, 200)
  assert.match(body.disclaimer, /postcodes/)
})

test('a drive of Valhalla is charged, with both ends known to the street', async () => {
  await using geocoder = await serve(answering('photon'))
  await using router = await serveLocally(routeJson(200, drive.valhalla(7.26, 900)))
  await using app = await startDray({
    ...engineEnv('photon', geocoder.url),
    ...routerEnv('valhalla', router.url),
  })
  const { body } = await (await app.partner()).estimate(streets)
  assert.equal(body.calculation_breakdown.distance_km, 7.3)
  assert.deepEqual(router.asked, ['POST /route'])
})
