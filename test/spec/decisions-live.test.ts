import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { endDevice, listDevices, signOut } from '#contract/app/account.ts'
import { acceptJob, saveCarrier } from '#contract/app/carrier.ts'
import { judgeCarrier } from '../../server/accounts/carriers/judge.ts'
import { startSession } from '../../server/accounts/session-store.ts'
import { withdrawDraft } from '../../server/jobs/drafts/withdraw-draft.ts'
import { createLiveHub } from '../../server/jobs/live/hub.ts'
import { byOperator } from '../support/by-operator.ts'
import { startDray } from '../support/dray.ts'
import { type EventStream, openStream } from '../support/event-stream.ts'
import { closedPort } from '../support/local-server.ts'
import { type Market, openMarket } from '../support/market.ts'
import { type Person, personOf } from '../support/person.ts'
import { until } from '../support/until.ts'

let market: Market
before(async () => {
  market = await openMarket()
})
after(() => market[Symbol.asyncDispose]())

const open = (person: Person, lastEventId?: string | null) => openStream(market.app, person, lastEventId)

test('DESIGN 1, live events: without a session: no stream', async () => {
  await using stream = await openStream(market.app, { headers: {} })
  assert.equal(stream.status, 401)
  assert.match(stream.headers.get('content-type') ?? '', /json/)
})

test('DESIGN 1, live events: a job change is sent at once to both sides of the job and to no other; it contains only the id', async () => {
  const [customer, carrier, other] = [await market.person(), await market.carrier(), await market.person()]
  await using theirs = await open(customer)
  await using carriers = await open(carrier)
  await using others = await open(other)
  assert.equal(theirs.status, 200)
  assert.match(theirs.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.equal(theirs.headers.get('cache-control'), 'no-store')
  const { job_id } = await market.posted(customer)
  await theirs.hears('job', job_id)
  await carriers.hears('feed', job_id)
  await carrier.ok(acceptJob, { params: { job_id } })
  await carriers.hears('job', job_id)
  // A later event has arrived, so the events before it were not sent to this stream.
  const own = await market.posted(other)
  await others.hears('job', own.job_id)
  assert.equal(others.has('job', job_id) || others.has('feed', job_id), false)
})

test('DESIGN 1, live events: the customer of a draft that staff withdraw is told', async () => {
  const customer = await market.person()
  const { job_id } = await market.draft(customer)
  await using stream = await open(customer)
  await until('it is open', () => stream.lastId() !== null)
  await withdrawDraft(market.app.db, { jobId: job_id, by: byOperator('ordered by mistake') })
  await stream.hears('job', job_id)
})

test('DESIGN 1, live events: a feed gets events for jobs that enter and leave it: in the radius, fitting the vehicle, of live keys', async () => {
  const [customer, truck, small, far] = [
    await market.person(),
    await market.carrier(),
    await market.carrier({ size: 'S' }),
    await market.carrier(),
  ]
  const profile = {
    name: 'Far',
    vehicle_size: 'XL',
    vehicle: 'truck',
    base_address: '41001 Sevilla',
  } as const
  await far.ok(saveCarrier, { body: { ...profile, radius_km: 20 } })
  await using atTruck = await open(truck)
  await using atSmall = await open(small)
  await using atFar = await open(far)
  const testKey = await market.app.partner({ mode: 'test' })
  const trial = await market.draft(customer, {}, testKey)
  await market.app.db.pool.query(
    `with posted as (update job set status = 'posted', posted_at = now(), feed_lat = 40.42, feed_lon = -3.7
       where id = $1 returning id)
     insert into job_event (job_id, actor, from_status, to_status, reason)
     select id, 'system', 'draft', 'posted', 'test' from posted`,
    [trial.job_id],
  )
  const { job_id } = await market.posted(customer, { size: 'L' })
  await atTruck.hears('feed', job_id)
  const before = atTruck.received.length
  const winner = await market.carrier()
  await winner.ok(acceptJob, { params: { job_id } })
  await until('the feed hears that it is gone', () => atTruck.received.length > before)
  const last = await market.posted(customer, { size: 'S' })
  await atSmall.hears('feed', last.job_id)
  await atTruck.hears('feed', last.job_id)
  assert.equal(atSmall.has('feed', job_id), false)
  assert.equal(atTruck.has('feed', trial.job_id) || atTruck.has('job', trial.job_id), false)
  // An event of the carrier's own job arrives last; no feed event came before it.
  const own = await market.posted(far)
  await atFar.hears('job', own.job_id)
  assert.equal(atFar.has('feed'), false)
})

test('DESIGN 1, live events: a carrier gets events for changes of the profile and of the feed it selects', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  await using stream = await open(carrier)
  await until('it is open', () => stream.lastId() !== null)
  await judgeCarrier(market.app.db.kysely, {
    accountId: carrier.accountId,
    judgement: 'approve',
    by: byOperator(null),
  })
  await stream.hears('carrier', null)
  await stream.hears('feed', null)
})

test('DESIGN 1, live events: Last-Event-ID: missed events are sent first, on any node', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' }, { beside: market.app })
  const customer = await market.person()
  const first = await market.posted(customer)
  let lastId: string | null
  {
    await using stream = await open(customer)
    const { job_id } = await market.posted(customer)
    await stream.hears('job', job_id)
    lastId = stream.lastId()
  }
  const missed = await market.posted(customer)
  await using stream = await openStream(other, customer, lastId)
  await stream.hears('job', missed.job_id)
  assert.ok(Number(stream.lastId() ?? 0) >= Number(lastId))
  await using fresh = await open(customer)
  const later = await market.posted(customer)
  await fresh.hears('job', later.job_id)
  assert.equal(fresh.has('job', first.job_id), false, 'without a number only what is new is told')
})

test('DESIGN 1, live events: an unknown Last-Event-ID is answered with reset', async () => {
  const person = await market.person()
  await using ahead = await open(person, '999999999999')
  await ahead.hears('reset', null)
  const { rows } = await market.app.db.pool.query<{ id: number }>('select max(id) as id from job_event')
  await market.app.db.pool.query(
    `select setval(pg_get_serial_sequence('job_event', 'id'), nextval(pg_get_serial_sequence('job_event', 'id')) + 20000)`,
  )
  await market.posted(person)
  await using behind = await open(person, String(rows[0]?.id))
  await behind.hears('reset', null)
})

test('DESIGN 1, live events: a stream ends with its session, and when the account is suspended', async () => {
  const person = await market.person()
  const token = await startSession(market.app.db.kysely, {
    accountId: person.accountId,
    kind: 'native',
    device: 'other',
  })
  const device = personOf(market.app, { ...person, token, kind: 'native' })
  await using here = await open(person)
  await using there = await open(device)
  const { devices } = await person.ok(listDevices)
  const session_id = devices.find(({ current }) => !current)?.session_id ?? ''
  await person.ok(endDevice, { params: { session_id } })
  await until('the other stream ends', there.isEnded)
  assert.equal(here.isEnded(), false)
  await market.app.db.pool.query('update account set suspended_at = now() where id = $1', [person.accountId])
  await until('this stream ends', here.isEnded)
  assert.equal((await open(person)).status, 403)
  const leaving = await market.person()
  await using last = await open(leaving)
  await leaving.ok(signOut)
  await until('the stream ends with the sign-out', last.isEnded)
})

test('DESIGN 1, live events: the seventh stream of an account ends the oldest, which reconnects later', async () => {
  const person = await market.person()
  await using stack = new AsyncDisposableStack()
  const streams: EventStream[] = []
  for (let n = 0; n < 7; n++) {
    const stream = stack.use(await open(person))
    await until('it is numbered', () => stream.lastId() !== null)
    streams.push(stream)
  }
  await until('the oldest ends', () => streams[0]?.isEnded() ?? false)
  assert.equal(streams[0]?.retryMs(), 60_000)
  const { job_id } = await market.posted(person)
  for (const stream of streams.slice(1)) await stream.hears('job', job_id)
})

test('DESIGN 1, live events: when the connection that listens is cut, nothing is missed', async () => {
  const person = await market.person()
  await using stream = await open(person)
  const { pool } = market.app.db
  const isListening = `query = 'listen dray_live' and datname = current_database()`
  await until('it listens', async () => {
    const { rowCount } = await pool.query(`select from pg_stat_activity where ${isListening}`)
    return rowCount !== 0
  })
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${isListening}`)
  const { job_id } = await market.posted(person)
  await stream.hears('job', job_id)
  const after = await market.posted(person)
  await stream.hears('job', after.job_id)
})

test('DESIGN 1, live events: two nodes tell the same, each its own streams', async () => {
  await using market = await openMarket()
  await using other = await startDray({ TRUST_PROXY: '1' }, { beside: market.app })
  const customer = await market.person()
  await using left = await openStream(market.app, customer)
  await using right = await openStream(other, customer)
  const { job_id } = await market.posted(customer)
  await left.hears('job', job_id)
  await right.hears('job', job_id)
})

test('DESIGN 6.7: a server with open streams stops at once', async () => {
  await using market = await openMarket()
  const node = await startDray({ TRUST_PROXY: '1' }, { beside: market.app })
  const stream = await openStream(node, await market.person())
  await until('it is open', () => stream.lastId() !== null)
  // Only `close` ends the connection.
  await node.dray.app.close()
  await until('the stream has ended', stream.isEnded)
  await node.dray.close()
})

test('where nothing is notified the table is read, and events still arrive', async () => {
  await using market = await openMarket()
  const person = await market.person()
  const { pool } = market.app.db
  const { rows } = await pool.query<{ id: string }>('select id from session where account_id = $1', [
    person.accountId,
  ])
  const hub = createLiveHub({
    pool,
    connection: { host: '127.0.0.1', port: await closedPort(), user: 'nobody' },
    onLiveError: () => {},
  })
  try {
    let text = ''
    const sink = { write: (more: string) => void (text += more), end: () => void (text += 'ended') }
    await hub.open({ sessionId: rows[0]?.id ?? '', lastEventId: null, sink })
    const { job_id } = await market.posted(person)
    await until('it is told', () => text.includes(job_id))
    await pool.query('update session set ended_at = now() where id = $1', [rows[0]?.id])
    await until('it ends', () => text.includes('ended'))
  } finally {
    await hub.stop()
  }
})
