import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addPartner } from '../../test/support/add-partner.ts'
import { byOperator } from '../../test/support/by-operator.ts'
import { createDatabase } from '../../test/support/database.ts'
import { until } from '../../test/support/until.ts'
import { createTariffs } from './current.ts'
import { addTariff, defaultTariffId, ensureDefaultTariff } from './store.ts'
import { defaultTariff } from './tariff.ts'

const startMs = Date.parse('2026-03-01T12:00:00Z')
const terms = (feeBasisPoints: number) => ({ ...defaultTariff, feeBasisPoints })

/** Sets up a fixed clock, a counter of queries, and the cache under test. */
async function setUp() {
  const db = await createDatabase()
  await ensureDefaultTariff(db)
  const clock = { nowMs: startMs }
  let queries = 0
  const counted = db.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries += 1
      return result
    },
  })
  const tariffs = createTariffs({ kysely: counted, now: () => clock.nowMs }, { maxAgeMs: 2_000 })
  return {
    db,
    clock,
    tariffs,
    queries: () => queries,
    fee: async () => (await tariffs.forPartner(null)).tariff.feeBasisPoints,
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}

test('a tariff read just now is answered at once, without a query', async () => {
  await using at = await setUp()
  assert.ok(at.tariffs.forPartner(null) instanceof Promise)
  await at.fee()
  at.clock.nowMs += 999
  const held = at.tariffs.forPartner(null)
  assert.ok(!(held instanceof Promise))
  assert.deepEqual(held.tariff, defaultTariff)
  await nextTurn()
  assert.equal(at.queries(), 1)
})

test('concurrent calls share one query', async () => {
  await using at = await setUp()
  await Promise.all(Array.from({ length: 20 }, at.fee))
  assert.equal(at.queries(), 1)
})

test('a new tariff is seen when the held one is two seconds old', async () => {
  await using at = await setUp()
  assert.equal(await at.fee(), 1_500)
  await addTariff(
    at.db,
    { by: byOperator(), startsAt: new Date(startMs), terms: terms(1_000) },
    new Date(startMs),
  )
  at.clock.nowMs += 1_999
  assert.equal(await at.fee(), 1_500)
  at.clock.nowMs += 1
  assert.equal(await at.fee(), 1_000)
})

test('a planned tariff takes effect at its instant, not when the held one has aged', async () => {
  await using at = await setUp()
  await addTariff(
    at.db,
    { by: byOperator(), startsAt: new Date(startMs + 500), terms: terms(2_000) },
    new Date(startMs),
  )
  assert.equal(await at.fee(), 1_500)
  at.clock.nowMs += 499
  assert.equal(await at.fee(), 1_500)
  at.clock.nowMs += 1
  assert.equal(await at.fee(), 2_000)
})

test('a clock set back does not keep an old tariff', async () => {
  await using at = await setUp()
  await at.fee()
  at.clock.nowMs -= 60_000
  await at.fee()
  assert.equal(at.queries(), 2)
})

test('a failed read is reported and not cached', async () => {
  await using at = await setUp()
  const stored = await at.db.kysely.selectFrom('tariff').select('terms').executeTakeFirstOrThrow()
  await at.db.kysely.updateTable('tariff').set({ terms: '{}' }).execute()
  await assert.rejects(at.fee(), /is not valid/)
  await at.db.kysely
    .updateTable('tariff')
    .set({ terms: JSON.stringify(stored.terms) })
    .execute()
  assert.equal(await at.fee(), 1_500)
})

test('a tariff used at half its age is read again without a wait', async () => {
  await using at = await setUp()
  await at.fee()
  await addTariff(
    at.db,
    { by: byOperator(), startsAt: new Date(startMs), terms: terms(1_000) },
    new Date(startMs),
  )
  at.clock.nowMs += 1_000
  const held = at.tariffs.forPartner(null)
  assert.ok(!(held instanceof Promise) && held.tariff.feeBasisPoints === 1_500)
  await until('the new tariff is read', async () => (await at.fee()) === 1_000)
  assert.equal(at.queries(), 2)
})

test('tariffs that are due soon after each other are renewed in one statement', async () => {
  await using at = await setUp()
  const partners = [await addPartner(at.db), await addPartner(at.db), await addPartner(at.db)]
  const fees = async () =>
    Promise.all(partners.map(async (id) => (await at.tariffs.forPartner(id)).tariff.feeBasisPoints))
  await fees()
  await addTariff(
    at.db,
    { by: byOperator(), startsAt: new Date(startMs), terms: terms(1_000) },
    new Date(startMs),
  )
  at.clock.nowMs += 1_000
  for (const id of partners) {
    assert.ok(!(at.tariffs.forPartner(id) instanceof Promise))
    await nextTurn()
  }
  await until('all are renewed', async () => (await fees()).every((fee) => fee === 1_000))
  assert.equal(at.queries(), 2)
})

test('a failed renewal leaves the held tariff in use, and is tried again', async () => {
  await using at = await setUp()
  await at.fee()
  const stored = await at.db.kysely.selectFrom('tariff').select('terms').executeTakeFirstOrThrow()
  await at.db.kysely.updateTable('tariff').set({ terms: '{}' }).execute()
  at.clock.nowMs += 1_000
  assert.equal(await at.fee(), 1_500)
  await until('the renewal has failed', async () => at.queries() === 2)
  await at.db.kysely
    .updateTable('tariff')
    .set({ terms: JSON.stringify(stored.terms) })
    .execute()
  await until('it is tried again', async () => (await at.fee()) === 1_500 && at.queries() === 3)
})

test('a stored tariff that is not valid fails the estimates of its partner alone, in one statement', async () => {
  await using at = await setUp()
  const [ours, other] = [await addPartner(at.db), await addPartner(at.db)]
  const { id } = await addTariff(
    at.db,
    { by: byOperator(), partnerId: ours, startsAt: new Date(startMs), terms: terms(900) },
    new Date(startMs),
  )
  await at.db.kysely.updateTable('tariff').set({ terms: '{}' }).where('id', '=', id).execute()
  const [own, others] = await Promise.allSettled([at.tariffs.forPartner(ours), at.tariffs.forPartner(other)])
  assert.equal(own.status, 'rejected')
  assert.ok(others.status === 'fulfilled' && others.value.id === defaultTariffId)
  assert.equal(at.queries(), 1)
})
