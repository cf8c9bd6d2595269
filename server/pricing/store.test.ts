import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPartner } from '../../test/support/add-partner.ts'
import { byOperator } from '../../test/support/by-operator.ts'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import { newId } from '../lib/ids.ts'
import { InvalidTariff } from './parse-tariff.ts'
import { price } from './price.ts'
import { addTariff, defaultTariffId, ensureDefaultTariff, tariffFor, tariffsFor } from './store.ts'
import { defaultTariff } from './tariff.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const terms = (feeBasisPoints: number) => ({ ...defaultTariff, feeBasisPoints })

const feeOf = async (db: TestDatabase, partnerId: string | null, at: Date) =>
  (await tariffFor(db, partnerId, at)).tariff.feeBasisPoints

test('the default tariff is put in once, also by nodes that start together, and is in force', async () => {
  await using db = await createDatabase()
  await Promise.all(Array.from({ length: 8 }, () => ensureDefaultTariff(db)))
  await ensureDefaultTariff(db)
  assert.equal((await db.kysely.selectFrom('tariff').selectAll().execute()).length, 1)
  assert.deepEqual(await tariffFor(db, null, now), {
    id: defaultTariffId,
    tariff: defaultTariff,
    nextStartsAt: null,
  })
})

/** The terms as release 0.1.0 wrote them. They must never change, even if the tariff gets new members. */
const firstStoredTerms = {
  baseCents: { S: 1_500, M: 2_500, L: 4_000, XL: 6_000 },
  includedKm: 5,
  distanceTiers: [
    { upToKm: 50, centsPerKm: 90 },
    { upToKm: 200, centsPerKm: 70 },
    { upToKm: null, centsPerKm: 55 },
  ],
  stairsCentsPerFloor: { S: 200, M: 400, L: 600, XL: 1_000 },
  feeBasisPoints: 1_500,
  minimumFeeCents: 300,
  carrierCommissionBasisPoints: 0,
  handlingMinutes: { S: 10, M: 20, L: 40, XL: 60 },
  stairsMinutesPerFloor: { S: 1, M: 2, L: 4, XL: 6 },
  drivingTimeFactorPercent: 115,
}

test('a tariff that the first release stored still prices a trip, and to the same cent', async () => {
  await using db = await createDatabase()
  const row = { id: newId(), partner_id: null, starts_at: now, terms: JSON.stringify(firstStoredTerms) }
  await db.kysely.insertInto('tariff').values(row).execute()
  const { tariff } = await tariffFor(db, null, later(1))
  assert.equal(price({ size: 'M', distanceKm: 12, stairFloors: 2 }, tariff).totalCents, 4_520)
})

test('a start of the process leaves the tariff of the operator in force', async () => {
  await using db = await createDatabase()
  await ensureDefaultTariff(db)
  await addTariff(db, { by: byOperator(), startsAt: now, terms: terms(1_000) }, now)
  await ensureDefaultTariff(db)
  assert.equal(await feeOf(db, null, now), 1_000)
})

test('without any tariff the fault says so', async () => {
  await using db = await createDatabase()
  await assert.rejects(tariffFor(db, null, now), /No tariff is in force/)
})

test('the latest started is in force, and one planned from its instant on', async () => {
  await using db = await createDatabase()
  await ensureDefaultTariff(db)
  await addTariff(db, { by: byOperator(), startsAt: later(60), terms: terms(2_000) }, now)
  await addTariff(db, { by: byOperator(), startsAt: later(90), terms: terms(2_500) }, now)
  await addTariff(db, { by: byOperator(), startsAt: now, terms: terms(1_000) }, now)
  const fees = await Promise.all([0, 59.999, 60, 89, 90].map((seconds) => feeOf(db, null, later(seconds))))
  assert.deepEqual(fees, [1_000, 1_000, 2_000, 2_000, 2_500])
  assert.deepEqual((await tariffFor(db, null, now)).nextStartsAt, later(60))
})

test('of two that start at one instant the one added last is in force', async () => {
  await using db = await createDatabase()
  for (const fee of [1_000, 1_100, 1_200])
    await addTariff(db, { by: byOperator(), startsAt: now, terms: terms(fee) }, now)
  assert.equal(await feeOf(db, null, now), 1_200)
})

test('a partner with a tariff uses it at any age, all others the general tariff', async () => {
  await using db = await createDatabase()
  await ensureDefaultTariff(db)
  const [ours, other] = [await addPartner(db), await addPartner(db)]
  await addTariff(db, { by: byOperator(), partnerId: ours, startsAt: now, terms: terms(500) }, now)
  await addTariff(db, { by: byOperator(), startsAt: later(10), terms: terms(2_000) }, now)
  await addTariff(db, { by: byOperator(), partnerId: other, startsAt: later(20), terms: terms(700) }, now)
  const at = later(15)
  assert.equal(await feeOf(db, ours, at), 500)
  assert.equal(await feeOf(db, other, at), 2_000)
  assert.equal(await feeOf(db, null, at), 2_000)
  assert.deepEqual((await tariffFor(db, ours, at)).nextStartsAt, null)
  assert.deepEqual((await tariffFor(db, other, at)).nextStartsAt, later(20))
})

test('a start in the past counts as now, so that the past keeps its prices', async () => {
  await using db = await createDatabase()
  await ensureDefaultTariff(db)
  const { startsAt } = await addTariff(
    db,
    { by: byOperator(), startsAt: later(-3_600), terms: terms(1_000) },
    now,
  )
  assert.deepEqual(startsAt, now)
  assert.equal(await feeOf(db, null, later(-1)), 1_500)
  assert.equal(await feeOf(db, null, now), 1_000)
})

test('terms that are no tariff are refused with their faults, and nothing is stored', async () => {
  await using db = await createDatabase()
  const faultyTerms = { ...terms(10_001), distanceTiers: [] }
  const faulty = { by: byOperator(), startsAt: new Date(Number.NaN), terms: faultyTerms }
  await assert.rejects(addTariff(db, faulty, now), (error) => {
    assert.ok(error instanceof InvalidTariff)
    const paths = Object.keys(error.faults).sort()
    assert.deepEqual(paths, ['startsAt', 'terms.distanceTiers', 'terms.feeBasisPoints'])
    return true
  })
  assert.equal((await db.kysely.selectFrom('tariff').selectAll().execute()).length, 0)
})

test('a partner that does not exist is a fault of the input', async () => {
  await using db = await createDatabase()
  for (const partnerId of [newId(), 'loft']) {
    await assert.rejects(
      addTariff(db, { by: byOperator(), partnerId, startsAt: now, terms: defaultTariff }, now),
      (error) => {
        assert.ok(error instanceof InvalidTariff)
        assert.deepEqual(Object.keys(error.faults), ['partnerId'])
        return true
      },
    )
  }
})

test('a stored tariff edited by hand into an invalid one stops the pricing', async () => {
  await using db = await createDatabase()
  await ensureDefaultTariff(db)
  await db.kysely
    .updateTable('tariff')
    .set({ terms: JSON.stringify({ ...defaultTariff, feeBasisPoints: null }) })
    .execute()
  await assert.rejects(tariffFor(db, null, now), /stored tariff .* is not valid: feeBasisPoints/)
})

test('the tariffs of many partners come in their order, whatever the letters of an id, and twice if asked twice', async () => {
  await using db = await createDatabase()
  await ensureDefaultTariff(db)
  const [ours, other] = [await addPartner(db), await addPartner(db)]
  await addTariff(db, { by: byOperator(), partnerId: ours, startsAt: now, terms: terms(500) }, now)
  const found = await tariffsFor(db, [ours.toUpperCase(), null, other, ours], now)
  const fees = found.map((each) => (each instanceof Error ? each.message : each.tariff.feeBasisPoints))
  assert.deepEqual(fees, [500, 1_500, 1_500, 500])
  assert.equal(await feeOf(db, ours.toUpperCase(), now), 500)
})
