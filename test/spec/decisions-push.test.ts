import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signOut } from '#contract/app/account.ts'
import { acceptJob } from '#contract/app/carrier.ts'
import { readPushKey, subscribePush, unsubscribePush } from '#contract/app/live.ts'
import type { NoticeKind } from '#contract/vocabulary.ts'
import { forgetOldPushes } from '../../server/push/subscriptions.ts'
import { readVapidKeys } from '../../server/push/vapid.ts'
import { createDatabase } from '../support/database.ts'
import { passTime } from '../support/pass-time.ts'
import { type Person, stranger } from '../support/person.ts'
import { openPushMarket } from '../support/push-market.ts'
import { inSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'

const push = await openPushMarket()
after(() => push[Symbol.asyncDispose]())
const { market, service, device, allNoticesSent } = push

const kinds = (endpoint: string) => service.received(endpoint).map(({ payload }) => payload.kind)
const arrives = (endpoint: string, kind: NoticeKind) =>
  until(`${kind} arrives`, () => kinds(endpoint).includes(kind))
const notices = async (person: Person, kind: NoticeKind) => {
  const { rows } = await market.app.db.pool.query<{ job_id: string }>(
    'select job_id from notice where account_id = $1 and kind = $2',
    [person.accountId, kind],
  )
  return rows.map(({ job_id }) => job_id)
}

test('DESIGN 1, web push: without a session: no VAPID key and no subscription', async () => {
  const nobody = stranger(market.app)
  assert.equal((await nobody.refused(readPushKey)).status, 401)
  assert.equal((await nobody.refused(subscribePush, { body: service.subscription() })).status, 401)
  assert.equal((await nobody.refused(unsubscribePush)).status, 401)
})

test('DESIGN 1, web push: an endpoint is https and public, whatever its spelling', async () => {
  const person = await market.person()
  for (const endpoint of [
    'http://push.example.org/x',
    'https://127.0.0.1/x',
    'https://0x7f000001/x',
    'https://[::1]/x',
    'https://10.0.0.1/x',
    'https://localhost/x',
    'https://user:pass@push.services.mozilla.com/x',
    'https://push.services.mozilla.com:8443/x',
    'ftp://push.services.mozilla.com/x',
  ]) {
    const { status, body } = await person.refused(subscribePush, {
      body: { ...service.subscription(), endpoint },
    })
    assert.deepEqual([status, Object.keys(body.details ?? {})], [400, ['endpoint']], endpoint)
  }
  await person.ok(subscribePush, {
    body: { ...service.subscription(), endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/x' },
  })
  await person.ok(unsubscribePush)
})

test('DESIGN 1, web push: acceptance: one push to each device of the customer, without a full address', async () => {
  const [customer, carrier] = [await market.person('Marta Pérez'), await market.carrier({ name: 'Luis Gil' })]
  const phone = await device(customer)
  const { job_id } = await market.posted(customer, { title: 'Oak table' })
  await arrives(phone, 'job_posted')
  await carrier.ok(acceptJob, { params: { job_id } })
  await arrives(phone, 'job_accepted')
  const push = service.received(phone).find(({ payload }) => payload.kind === 'job_accepted')
  assert.ok(push)
  assert.deepEqual(push.payload, {
    kind: 'job_accepted',
    title: 'A carrier has accepted',
    body: 'Luis takes care of it: Oak table.',
    url: `/app/jobs/${job_id}`,
    tag: `job-${job_id}`,
  })
  assert.equal(push.topic, job_id.replaceAll('-', ''))
  assert.equal(push.urgency, 'high')
  assert.ok(push.ttl > 80_000 && push.ttl <= 86_400)
  await allNoticesSent()
  assert.deepEqual(kinds(phone), ['job_posted', 'job_accepted'])
  assert.deepEqual(service.faults, [])
})

test('DESIGN 1, web push: a new job is pushed only to approved carriers within their radius and with a vehicle that fits', async () => {
  const customer = await market.carrier({ name: 'Also a carrier' })
  const near = await market.carrier()
  const others = {
    small: await market.carrier({ size: 'M' }),
    waiting: await market.carrier({ status: 'pending' }),
    suspended: await market.carrier({ status: 'suspended' }),
    far: await market.carrier(),
    customer,
  }
  await market.app.db.pool.query(
    'update carrier set base_lat = 37.39, base_lon = -5.99, radius_km = 50 where account_id = $1',
    [others.far.accountId],
  )
  const phone = await device(near)
  const devices = await Promise.all(Object.values(others).map(device))
  const { job_id } = await market.posted(customer, { size: 'L', title: 'Piano' })
  await arrives(phone, 'job_nearby')
  const push = service.received(phone).find(({ payload }) => payload.kind === 'job_nearby')
  assert.match(push?.payload.title ?? '', /^New job in Madrid: €\d+\.\d\d$/)
  assert.ok((push?.ttl ?? 0) <= 900)
  await allNoticesSent()
  for (const other of devices) assert.equal(kinds(other).includes('job_nearby'), false)
  assert.deepEqual(await notices(near, 'job_nearby'), [job_id])
  for (const other of Object.values(others)) assert.deepEqual(await notices(other, 'job_nearby'), [])
})

test('DESIGN 1, web push: a job of a test key is pushed to no carrier', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const testKey = await market.app.partner({ mode: 'test' })
  const { job_id } = await market.draft(customer, {}, testKey)
  await market.app.db.pool.query(
    `update job set status = 'posted', posted_at = now(), feed_lat = 40.42, feed_lon = -3.7 where id = $1`,
    [job_id],
  )
  await market.app.db.pool.query(
    `insert into notice (account_id, kind, job_id) values ($1, 'job_posted', $2)`,
    [customer.accountId, job_id],
  )
  await inSandbox(testKey).pass(1)
  await allNoticesSent()
  assert.deepEqual(await notices(carrier, 'job_nearby'), [])
})

test('DESIGN 1, web push: a subscription ends with its session, and with the word of its owner', async () => {
  const [leaving, staying, resting] = [await market.person(), await market.person(), await market.person()]
  const gone = await device(leaving)
  await leaving.ok(signOut)
  await market.app.db.pool.query(`insert into notice (account_id, kind) values ($1, 'carrier_approved')`, [
    leaving.accountId,
  ])
  const quiet = await device(resting)
  await resting.ok(unsubscribePush)
  await resting.ok(unsubscribePush)
  const kept = await device(staying)
  for (const person of [resting, staying]) await market.posted(person)
  await arrives(kept, 'job_posted')
  await allNoticesSent()
  assert.deepEqual([service.asked(gone), service.asked(quiet)], [0, 0])
  await forgetOldPushes(market.app.db.pool)
  const { rowCount } = await market.app.db.pool.query('select from push_subscription where endpoint = $1', [
    gone,
  ])
  assert.equal(rowCount, 0)
})

test('DESIGN 1, web push: a device that another account took over gets no push of the earlier account', async () => {
  const [first, second] = [await market.person(), await market.person()]
  const subscription = service.subscription()
  await first.ok(subscribePush, { body: subscription })
  service.answer(subscription.endpoint, 503)
  await market.posted(first)
  await until('it was tried', () => service.asked(subscription.endpoint) > 0)
  await second.ok(subscribePush, { body: subscription })
  service.answer(subscription.endpoint, 201)
  await market.app.db.pool.query(`update push set due_at = now() where status = 'due'`)
  await market.posted(second)
  await arrives(subscription.endpoint, 'job_posted')
  assert.equal(service.received(subscription.endpoint).length, 1)
  await until('the push of the one before is given up', async () => {
    const sql = `select from push join notice on notice.id = notice_id
      where account_id = $1 and status = 'failed' and last_error = 'device of another account'`
    return (await market.app.db.pool.query(sql, [first.accountId])).rowCount === 1
  })
})

test('DESIGN 1, web push: 404 and 410 forget the device; 429 and 5xx are tried again', async () => {
  for (const status of [404, 410]) {
    const person = await market.person()
    const endpoint = await device(person)
    service.answer(endpoint, status)
    await market.posted(person)
    await until('it is forgotten', async () => {
      const query = 'select from push_subscription where endpoint = $1'
      return (await market.app.db.pool.query(query, [endpoint])).rowCount === 0
    })
    assert.equal(service.asked(endpoint), 1)
  }
  const person = await market.person()
  const endpoint = await device(person)
  const waiting = async () => {
    const { rows } = await market.app.db.pool.query<{ seconds: number }>(
      `select extract(epoch from due_at - now())::float8 as seconds from push
       join push_subscription s on s.id = push.subscription_id where s.endpoint = $1 and status = 'due'`,
      [endpoint],
    )
    return rows[0]?.seconds ?? 0
  }
  service.answer(endpoint, 429, { 'retry-after': '600' })
  await market.posted(person)
  await until('it waits as long as told', async () => (await waiting()) > 500)
  service.answer(endpoint, 201)
  await passTime(market.app.db, '10 minutes')
  await arrives(endpoint, 'job_posted')
})

test('DESIGN 1, web push: a job nearby is not pushed when it is old news', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const endpoint = await device(carrier)
  service.answer(endpoint, 503)
  await market.posted(customer)
  await until('it was tried', () => service.asked(endpoint) > 0)
  service.answer(endpoint, 201)
  await passTime(market.app.db, '20 minutes')
  await until('it is given up', async () => {
    const { rowCount } = await market.app.db.pool.query(
      `select from push join push_subscription s on s.id = push.subscription_id
       where s.endpoint = $1 and push.status = 'failed' and last_error = 'too late'`,
      [endpoint],
    )
    return rowCount === 1
  })
  assert.deepEqual(kinds(endpoint), [])
})

test('DESIGN 1, web push: concurrent requests create the VAPID keys once', async () => {
  await using db = await createDatabase()
  const keys = await Promise.all(Array.from({ length: 10 }, () => readVapidKeys(db.kysely)))
  assert.equal(new Set(keys.map(({ publicKey }) => publicKey)).size, 1)
  assert.equal(new Set(keys.map(({ privateKey }) => privateKey)).size, 1)
  assert.equal(Buffer.from(keys[0]?.publicKey ?? '', 'base64url').length, 65)
})
