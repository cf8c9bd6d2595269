import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readMe } from '#contract/app/account.ts'
import { acceptJob, readCarrier, readFeed, saveCarrier, startPayoutSetup } from '#contract/app/carrier.ts'
import { type Judgement, judgeCarrier } from '../../server/accounts/carriers/judge.ts'
import { newId } from '../../server/lib/ids.ts'
import { maskPhone } from '../../server/lib/phone.ts'
import { byOperator } from '../support/by-operator.ts'
import { noticesTo } from '../support/job-records.ts'
import { envOf } from '../support/json-command.ts'
import { type Market, openMarket } from '../support/market.ts'
import { type Person, stranger } from '../support/person.ts'
import { runCommand } from '../support/process.ts'

const van = {
  name: 'Lucía',
  vehicle_size: 'M',
  vehicle: 'white Ford Transit',
  base_address: 'Calle Mayor 1, 28013 Madrid',
  radius_km: 40,
} as const

let market: Market
let env: { DATABASE_URL: string; DATA_DIR: string }
before(async () => {
  market = await openMarket()
  env = envOf(market.app)
})
after(() => market[Symbol.asyncDispose]())

const judge = (person: Person, judgement: Judgement, reason: string | null = null) =>
  judgeCarrier(market.app.db.kysely, { accountId: person.accountId, judgement, by: byOperator(reason) })

const notices = ({ accountId }: Person) => noticesTo(market.app, accountId)

/** Runs a command of the operator with `--json` and returns its output. */
const dray = async (...args: string[]) => {
  const { code, stdout, stderr } = await runCommand(['carrier', ...args, '--json'], env)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as unknown
}

test('DESIGN 3, carriers: sign-up: the carrier waits for the operator and sees no jobs until approved', async () => {
  const lucia = await market.person()
  const before = await lucia.refused(readCarrier)
  assert.deepEqual([before.status, before.body.error], [403, 'not_a_carrier'])
  const profile = await lucia.ok(saveCarrier, { body: van })
  assert.equal(profile.status, 'pending')
  assert.deepEqual([profile.name, profile.base_place, profile.radius_km], ['Lucía', 'Madrid', 40])
  assert.ok(Math.abs(profile.base.lat - 40.4) < 0.2 && Math.abs(profile.base.lon + 3.7) < 0.2)
  assert.deepEqual(profile.rating, { average: null, count: 0 })
  assert.equal(profile.strikes, 0)
  const me = await lucia.ok(readMe)
  assert.deepEqual([me.name, me.carrier_status], ['Lucía', 'pending'])
  const feed = await lucia.refused(readFeed)
  assert.deepEqual([feed.status, feed.body.error], [403, 'carrier_not_approved'])
  assert.equal(await judge(lucia, 'approve'), 'approved')
  await lucia.ok(readFeed)
  assert.deepEqual(await notices(lucia), ['carrier_approved'])
})

test('DESIGN 3, carriers: without a session: no carrier profile', async () => {
  for (const operation of [readCarrier, readFeed] as const) {
    const { status, body } = await stranger(market.app).refused(operation)
    assert.deepEqual([status, body.error], [401, 'signed_out'])
  }
  const saved = await stranger(market.app).refused(saveCarrier, { body: van })
  assert.equal(saved.status, 401)
  const person = await market.person()
  const feed = await person.refused(readFeed)
  assert.deepEqual([feed.status, feed.body.error], [403, 'not_a_carrier'])
})

test('DESIGN 3, carriers: an unknown base address is 422 keyed base_address, and nothing is stored', async () => {
  const person = await market.person()
  const { status, body } = await person.refused(saveCarrier, {
    body: { ...van, base_address: 'Qwxzy 77, Zzzrtk' },
  })
  assert.deepEqual([status, body.error], [422, 'geocoding_failed'])
  assert.deepEqual(Object.keys(body.details ?? {}), ['base_address'])
  assert.equal((await person.ok(readMe)).carrier_status, null)
})

test('DESIGN 3, carriers: a smaller or equal vehicle stays approved; a larger one waits for the operator again', async () => {
  const person = await market.person()
  await person.ok(saveCarrier, { body: van })
  await judge(person, 'approve')
  const saved = async (change: Partial<typeof van> | { vehicle_size: 'S' | 'L' } | { radius_km: 80 }) =>
    (await person.ok(saveCarrier, { body: { ...van, ...change } })).status
  assert.equal(await saved({}), 'approved')
  assert.equal(await saved({ vehicle_size: 'S' }), 'approved')
  assert.equal(await saved({ vehicle_size: 'M' }), 'pending', 'larger than the small one approved last')
  await judge(person, 'approve')
  assert.equal(await saved({ radius_km: 80 }), 'approved')
  assert.equal(await saved({ vehicle_size: 'L' }), 'pending')
  assert.equal((await person.refused(readFeed)).body.error, 'carrier_not_approved')
})

test('DESIGN 3, carriers: a rejected carrier sees the reason and applies again by saving; a suspended carrier cannot', async () => {
  const person = await market.person()
  await person.ok(saveCarrier, { body: van })
  assert.equal(await judge(person, 'reject', 'No insurance'), 'rejected')
  assert.equal((await person.ok(readCarrier)).status_reason, 'No insurance')
  const again = await person.ok(saveCarrier, { body: van })
  assert.deepEqual([again.status, again.status_reason], ['pending', null])
  assert.equal(await judge(person, 'suspend', 'Complaints'), 'suspended')
  const suspended = await person.ok(saveCarrier, { body: { ...van, radius_km: 80 } })
  assert.deepEqual([suspended.status, suspended.status_reason], ['suspended', 'Complaints'])
  assert.deepEqual(await notices(person), ['carrier_rejected', 'carrier_suspended'])
})

test('DESIGN 3, carriers: a suspended carrier cannot change to a larger vehicle; the profile stays unchanged', async () => {
  const person = await market.person()
  const { name, vehicle_size } = await person.ok(saveCarrier, { body: van })
  await judge(person, 'suspend', 'Complaints')
  const { status, body } = await person.refused(saveCarrier, {
    body: { ...van, name: 'Other', vehicle_size: 'L' },
  })
  assert.deepEqual([status, body.error], [409, 'wrong_state'])
  assert.match(body.message, /suspended/)
  const kept = await person.ok(readCarrier)
  assert.deepEqual([kept.name, kept.vehicle_size], [name, vehicle_size])
  assert.equal((await person.ok(saveCarrier, { body: { ...van, vehicle_size: 'S' } })).vehicle_size, 'S')
})

test('DESIGN 3, carriers: a profile that was saved since the operator looked is not approved', async () => {
  const person = await market.person()
  await person.ok(saveCarrier, { body: van })
  const id = person.accountId
  const { updated_at: seen } = (await dray('show', id)) as { updated_at: string }
  await person.ok(saveCarrier, { body: { ...van, vehicle_size: 'XL' } })
  const stale = await runCommand(['carrier', 'approve', id, '--seen', seen], env)
  assert.equal(stale.code, 1)
  assert.match(stale.stderr, /profile was changed meanwhile/)
  assert.equal((await person.ok(readCarrier)).status, 'pending')
  assert.deepEqual(await notices(person), [])
  const { updated_at: now } = (await dray('show', id)) as { updated_at: string }
  const { approved } = (await dray('approve', id, '--seen', now)) as { approved: { vehicle_size: string } }
  assert.equal(approved.vehicle_size, 'XL')
})

test('DESIGN 3, carriers: each decision is for the states it names, and says so once', async () => {
  const person = await market.person()
  assert.equal(await judge(person, 'approve'), null, 'no carrier yet')
  await person.ok(saveCarrier, { body: van })
  assert.equal(await judge(person, 'reinstate'), null)
  assert.equal(await judge(person, 'approve'), 'approved')
  assert.equal(await judge(person, 'approve'), null)
  assert.equal(await judge(person, 'reject', 'No'), null)
  assert.equal(await judge(person, 'suspend', 'Wait'), 'suspended')
  assert.equal(await judge(person, 'approve'), null, 'a suspension is lifted by reinstate')
  assert.equal(await judge(person, 'reinstate'), 'approved')
  assert.deepEqual(await notices(person), ['carrier_approved', 'carrier_suspended', 'carrier_approved'])
})

test('DESIGN 3, carriers: approve and suspend at once, 20 times: suspended in the end, one notice for each that held', async () => {
  for (let round = 0; round < 20; round++) {
    const person = await market.person()
    await person.ok(saveCarrier, { body: van })
    const [approved, suspended] = await Promise.all([
      judge(person, 'approve'),
      judge(person, 'suspend', 'No'),
    ])
    assert.equal(suspended, 'suspended')
    assert.equal((await person.ok(readCarrier)).status, 'suspended')
    assert.deepEqual(
      await notices(person),
      approved ? ['carrier_approved', 'carrier_suspended'] : ['carrier_suspended'],
    )
  }
})

test('DESIGN 3, carriers: suspend × accept: the job was accepted before the suspension, or stays posted', async () => {
  for (let round = 0; round < 10; round++) {
    const [customer, carrier] = [await market.person(), await market.carrier()]
    const { job_id } = await market.posted(customer)
    const [accepted] = await Promise.all([
      carrier.call(acceptJob, { params: { job_id } }),
      judge(carrier, 'suspend', 'Complaints'),
    ])
    const { rows } = await market.app.db.pool.query<{ status: string }>(
      'select status from job where id = $1',
      [job_id],
    )
    assert.equal(rows[0]?.status, accepted.status === 200 ? 'accepted' : 'posted')
    if (accepted.status !== 200) assert.equal(accepted.status, 403)
  }
})

test('DESIGN 3, carriers: payouts are set up at the processor, which in the sandbox has nothing to ask', async () => {
  const person = await market.person()
  const none = await person.refused(startPayoutSetup, { body: { return_path: '/carrier/profile' } })
  assert.equal(none.body.error, 'not_a_carrier')
  await person.ok(saveCarrier, { body: van })
  assert.equal((await person.ok(readCarrier)).payouts_ready, false)
  const both = await Promise.all([
    person.ok(startPayoutSetup, { body: { return_path: '/carrier/profile' } }),
    person.ok(startPayoutSetup, { body: { return_path: '/carrier/profile' } }),
  ])
  assert.deepEqual(both, [{ url: null }, { url: null }])
  assert.equal((await person.ok(readCarrier)).payouts_ready, true)
  const { rowCount } = await market.app.db.pool.query(
    'select from payout_account where carrier_id = $1 and ready',
    [person.accountId],
  )
  assert.equal(rowCount, 1)
})

test('DESIGN 3, carriers: the profile counts ratings by customers, and strikes of 30 days', async () => {
  const [carrier, customer] = [await market.carrier(), await market.person()]
  const { pool } = market.app.db
  for (const [stars, days] of [
    [5, 1],
    [4, 40],
    [4, 29],
  ]) {
    const { job_id } = await market.draft(customer)
    await pool.query(
      `insert into rating (job_id, by_role, account_id, about_account_id, stars) values ($1, 'customer', $2, $3, $4)`,
      [job_id, customer.accountId, carrier.accountId, stars],
    )
    await pool.query(
      `insert into carrier_strike (carrier_id, job_id, at) values ($1, $2, now() - make_interval(days => $3))`,
      [carrier.accountId, job_id, days],
    )
  }
  const { rating, strikes } = await carrier.ok(readCarrier)
  assert.deepEqual([rating, strikes], [{ average: 4.3, count: 3 }, 2])
})

test('DESIGN 3, carriers: dray carrier: list masks numbers, show does not, decisions are refused in the wrong state', async () => {
  const person = await market.person()
  await person.ok(saveCarrier, { body: van })
  const id = person.accountId
  const listed = (await dray('list', '--status', 'pending')) as { account_id: string; phone: string }[]
  const row = listed.find(({ account_id }) => account_id === id)
  assert.equal(row?.phone, maskPhone(person.phone))
  const approved = { vehicle_size: 'M', vehicle: van.vehicle, base_place: 'Madrid', radius_km: 40 }
  const letIn = { account_id: id, reason: null, status: 'approved', approved }
  assert.deepEqual(await dray('approve', id), letIn, 'says what was approved')
  const shown = (await dray('show', id)) as Record<string, unknown>
  assert.equal(shown.phone, person.phone)
  assert.deepEqual([shown.status, shown.vehicle, shown.payouts_ready], ['approved', van.vehicle, false])
  const twice = await runCommand(['carrier', 'approve', id], env)
  assert.equal(twice.code, 1)
  assert.match(twice.stderr, /The carrier is approved; approve is for pending or rejected/)
  const silent = await runCommand(['carrier', 'suspend', id], env)
  assert.match(silent.stderr, /--reason/)
  assert.deepEqual(await dray('suspend', id, '--reason', 'Complaints'), {
    account_id: id,
    status: 'suspended',
    reason: 'Complaints',
  })
  assert.deepEqual(await dray('reinstate', id), letIn)
  const unknown = await runCommand(['carrier', 'approve', newId()], env)
  assert.match(unknown.stderr, /There is no carrier/)
})
