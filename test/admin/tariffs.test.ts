import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { compareTariff, listTariffs, readTariff, setTariff, withdrawTariff } from '#contract/admin/tariffs.ts'
import { readMyJob } from '#contract/app/customer.ts'
import type { Tariff } from '#contract/tariff.ts'
import { newId } from '../../server/lib/ids.ts'
import { defaultTariff } from '../../server/pricing/tariff.ts'
import { openMarket } from '../support/market.ts'
import { joinAs, joinAsOwner, stepUp } from '../support/staff.ts'
import { until } from '../support/until.ts'

/* Spec 2.4 and decision 32: what a job costs is changed by a new version, and no job changes its price. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

const dearer: Tariff = { ...defaultTariff, baseCents: { ...defaultTariff.baseCents, L: 5_000 } }
const reason = 'Fuel costs more'

const priceOf = async (partner = market.partner): Promise<number> =>
  Math.round((await partner.estimate({})).body.total_customer_pays_eur * 100)

const lastMonthStart = `date_trunc('month', now() at time zone 'utc') - interval '1 month'`

/** Moves all jobs so far to the end of the last month of UTC. */
const moveToLastMonth = () =>
  app.db.pool.query(`update job set created_at = (${lastMonthStart} + interval '27 days') at time zone 'utc'`)

const lastMonth = async (): Promise<string> => {
  const { rows } = await app.db.pool.query(`select to_char(${lastMonthStart}, 'YYYY-MM') as month`)
  return rows[0].month
}

test('staff add a version: the next estimate follows, a job that exists keeps its price', async () => {
  const before = await priceOf()
  const customer = await market.person()
  const draft = await market.draft(customer)
  const version = await staff.ok(setTariff, { body: { terms: dearer, reason } })
  assert.equal(version.state, 'in_force')
  assert.equal(version.partner_id, null)
  // Nodes cache the tariff for two seconds.
  await until('the estimate follows', async () => (await priceOf()) === before + 1_150)
  const params = { job_id: draft.job_id }
  assert.equal((await customer.ok(readMyJob, { params })).price.total_cents, before)
  const { tariffs } = await viewer.ok(listTariffs, { query: {} })
  assert.deepEqual(
    tariffs.map(({ tariff_id, state }) => [tariff_id === version.tariff_id, state]),
    [
      [true, 'in_force'],
      [false, 'replaced'],
    ],
  )
  const { terms } = await viewer.ok(readTariff, { params: { tariff_id: version.tariff_id } })
  assert.deepEqual(terms, dearer)
  const { events } = await viewer.ok(listAuditEvents, { query: { target: version.tariff_id } })
  assert.deepEqual(
    events.map(({ act, actor, reason: why, targets }) => [
      act,
      actor.id,
      why,
      targets[0]?.label?.slice(0, 19),
    ]),
    [['tariff.set', staff.memberId, reason, version.starts_at.slice(0, 19)]],
  )
  assert.deepEqual(events[0]?.changes, {
    starts_at: { from: null, to: version.starts_at },
    'baseCents.L': { from: 4_000, to: 5_000 },
  })
})

test('a tariff for one partner leaves the others alone', async () => {
  const other = await app.partner()
  const general = await priceOf(other)
  const body = { partner_id: market.partner.partnerId, terms: { ...dearer, feeBasisPoints: 0 }, reason }
  await staff.ok(setTariff, { body })
  await until('the partner pays by it', async () => (await priceOf()) < general)
  assert.equal(await priceOf(other), general)
  const { tariffs } = await viewer.ok(listTariffs, { query: { partner_id: market.partner.partnerId } })
  assert.equal(tariffs.length, 1)

  const customer = await market.person()
  for (const partner of [market.partner, other]) {
    const { job_id } = await market.draft(customer, {}, partner)
    await market.post(customer, job_id)
  }
  await moveToLastMonth()
  const { last_month } = await viewer.ok(compareTariff, { body: { terms: dearer } })
  assert.equal(last_month.change.trips, 1, 'the general tariff prices the jobs of the other')
})

test('a planned version can be taken back until it starts', async () => {
  const starts_at = new Date(Date.now() + 86_400_000).toISOString()
  const planned = await staff.ok(setTariff, { body: { terms: dearer, starts_at, reason } })
  assert.deepEqual([planned.state, planned.starts_at], ['planned', starts_at])
  const params = { tariff_id: planned.tariff_id }
  await staff.ok(withdrawTariff, { params, body: { reason } })
  assert.equal(await staff.refused(withdrawTariff, { params, body: { reason } }), '404 not_found')
  assert.equal(await viewer.refused(readTariff, { params }), '404 not_found')

  const { tariffs } = await viewer.ok(listTariffs, { query: {} })
  const inForce = tariffs.find(({ state }) => state === 'in_force')?.tariff_id ?? ''
  const started = { params: { tariff_id: inForce }, body: { reason } }
  assert.equal(await staff.refused(withdrawTariff, started), '409 wrong_state')
  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'tariff.withdraw' } })
  assert.deepEqual(
    events.map(({ targets }) => targets[0]?.id),
    [planned.tariff_id],
  )
})

test('other terms are compared on sample trips and on the trips of the last whole month, and stored nowhere', async () => {
  const partner = await app.partner()
  const customer = await market.person()
  const published = await market.draft(customer, {}, partner)
  await market.post(customer, published.job_id)
  await market.draft(customer, {}, partner)
  const old = await market.draft(customer, {}, partner)
  await market.post(customer, old.job_id)
  await moveToLastMonth()
  const ofThisMonth = await market.draft(customer, {}, partner)
  await market.post(customer, ofThisMonth.job_id)
  const before = await viewer.ok(listTariffs, { query: {} })
  const terms: Tariff = { ...dearer, baseCents: { ...dearer.baseCents, L: 10_000 } }
  const compared = await viewer.ok(compareTariff, { body: { partner_id: partner.partnerId, terms } })
  const sample = compared.samples.find(({ size, distance_km }) => size === 'L' && distance_km === 331)
  assert.equal((sample?.then_cents ?? 0) - (sample?.now_cents ?? 0), 5_750)
  const { month, change } = compared.last_month
  assert.equal(month, await lastMonth())
  assert.equal(change.trips, 2, 'published ones of that month only')
  assert.equal(change.complete, true)
  assert.equal(change.now_cents, published.price.total_cents * 2)
  assert.deepEqual(
    [change.then_cents - change.now_cents, change.median_cents, change.tenth_cents, change.nine_tenths_cents],
    [11_500, 5_750, 5_750, 5_750],
  )
  const percent = (5_750 * 100) / published.price.total_cents
  const filled = change.buckets.filter(({ trips }) => trips > 0)
  assert.equal(filled.length, 1)
  const [bucket] = filled
  assert.ok(
    (bucket?.from_percent ?? 0) <= percent && percent < (bucket?.to_percent ?? Number.POSITIVE_INFINITY),
  )
  assert.deepEqual(await viewer.ok(listTariffs, { query: {} }), before)
})

test('the same terms change nothing: all trips are in the bucket of no change', async () => {
  const { tariffs } = await viewer.ok(listTariffs, { query: {} })
  const inForce = tariffs.find(({ state }) => state === 'in_force')?.tariff_id ?? ''
  const { terms } = await viewer.ok(readTariff, { params: { tariff_id: inForce } })
  const partner = await app.partner()
  const customer = await market.person()
  const { job_id } = await market.draft(customer, {}, partner)
  await market.post(customer, job_id)
  await moveToLastMonth()
  const { samples, last_month } = await viewer.ok(compareTariff, {
    body: { partner_id: partner.partnerId, terms },
  })
  assert.ok(samples.every(({ now_cents, then_cents }) => now_cents === then_cents))
  const filled = last_month.change.buckets.filter(({ trips }) => trips > 0)
  assert.deepEqual(filled, [{ from_percent: 0, to_percent: 0, trips: 1 }])
})

test('terms with faults are refused with each fault, and nothing is added', async () => {
  const before = await viewer.ok(listTariffs, { query: {} })
  const tiers = [
    { upToKm: null, centsPerKm: 90 },
    { upToKm: 20, centsPerKm: 70 },
  ]
  for (const [terms, field] of [
    [{ ...dearer, feeBasisPoints: -1 }, 'terms.feeBasisPoints'],
    [{ ...dearer, baseCents: { S: 1, M: 2, L: 3 } }, 'terms.baseCents.XL'],
    [{ ...dearer, minimumFeeCents: 1.5 }, 'terms.minimumFeeCents'],
    [{ ...dearer, distanceTiers: [{ upToKm: null, centsPerKm: 94.5 }] }, 'terms.distanceTiers[0].centsPerKm'],
    [{ ...dearer, distanceTiers: tiers }, 'terms.distanceTiers[0].upToKm'],
    [{ ...dearer, distanceTiers: [] }, 'terms.distanceTiers'],
  ] as [Tariff, string][]) {
    for (const [who, operation] of [
      [viewer, compareTariff],
      [staff, setTariff],
    ] as const) {
      const because = operation === setTariff ? { reason } : {}
      const { status, body } = await who.call(operation, { body: { terms, ...because } as never })
      assert.equal(status, 400, field)
      assert.ok('details' in body && body.details?.[field], `${field} in ${JSON.stringify(body)}`)
    }
  }
  assert.equal(
    await staff.refused(setTariff, { body: { terms: dearer, partner_id: newId(), reason } }),
    '404 not_found',
  )
  assert.equal(
    await staff.refused(setTariff, { body: { terms: dearer, reason: '' } }),
    '400 validation_error',
  )
  assert.deepEqual(await viewer.ok(listTariffs, { query: {} }), before)
})

test('a viewer changes nothing; staff need a fresh proof', async () => {
  const body = { terms: dearer, reason }
  const params = { tariff_id: newId() }
  assert.equal(await viewer.refused(setTariff, { body }), '403 role_too_low')
  assert.equal(await viewer.refused(withdrawTariff, { params, body: { reason } }), '403 role_too_low')
  await app.db.pool.query(
    `update member_session set stepped_up_at = now() - interval '1 hour' where member_id = $1`,
    [staff.memberId],
  )
  assert.equal(await staff.refused(setTariff, { body }), '403 step_up_required')
  await stepUp(app, staff)
  await staff.ok(setTariff, { body })
})
