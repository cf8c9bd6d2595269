import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acceptJob } from '#contract/app/carrier.ts'
import { readPushKey, subscribePush } from '#contract/app/live.ts'
import { type NoticeKind, noticeKinds } from '#contract/vocabulary.ts'
import { judgeCarrier } from '../../server/accounts/carriers/judge.ts'
import { startSession } from '../../server/accounts/session-store.ts'
import { noticeSms } from '../../server/sms/messages.ts'
import { segments } from '../../server/sms/segments.ts'
import { byOperator } from '../support/by-operator.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { type Market, openMarket } from '../support/market.ts'
import { type Person, personOf } from '../support/person.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { kind as accepting, type SmsProviderStub, startSmsProvider } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

const texted: NoticeKind[] = [
  'job_accepted',
  'carrier_arriving',
  'collection_due',
  'collection_overdue',
  'time_proposed',
  'time_agreed',
  'time_moved',
  'time_in_a_day',
  'time_in_an_hour',
  'messages_unread',
  'staff_answered',
  'job_moved_away',
  'job_moved_to_you',
  'carrier_changed',
  'job_charged',
  'cost_shared',
  'tip_received',
  'job_cancelled_by_customer',
  'job_cancelled_uncollected',
  'job_cancelled_by_carrier',
  'job_offered_again',
  'job_cancelled_by_staff',
  'job_cancelled_by_system',
  'hold_not_renewed',
  'payment_wanted',
  'address_wanted',
  'delivery_to_confirm',
  'problem_reported',
  'problem_resolved',
  'trip_reported',
  'trip_answered',
  'trip_ended',
  'payment_refused',
  'job_refunded',
  'carrier_approved',
  'carrier_rejected',
  'carrier_suspended',
  'document_accepted',
  'document_refused',
  'photo_removed',
  'document_expires',
]

let service: PushService
let sms: SmsProviderStub
let market: Market
let tasks: AsyncDisposable
before(async () => {
  service = await startPushService()
  sms = await startSmsProvider()
  const caps = { SMS_NOTICES_PER_PERSON_PER_DAY: '12', SMS_NOTICES_PER_PERSON_PER_JOB: '3' }
  market = await openMarket({ ...service.env, ...sms.env, ...caps })
  service.expectKey((await (await market.person()).ok(readPushKey)).key)
  tasks = runTasks(market.app)
})
after(async () => {
  await tasks[Symbol.asyncDispose]()
  await market[Symbol.asyncDispose]()
  await sms[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const notices = (person: Person) =>
  sms.ledger.filter(({ to, body }) => to === person.phone && !body.includes('/draft/'))
const rows = async (person: Person) => {
  const { rows } = await market.app.db.pool.query<{ status: string; last_error: string | null }>(
    `select status, last_error from sms where kind = 'notice' and account_id = $1 order by created_at`,
    [person.accountId],
  )
  return rows
}
const notify = (person: Person, kinds: readonly NoticeKind[], jobId: string | null = null) =>
  market.app.db.pool.query(
    'insert into notice (account_id, kind, job_id) select $1, unnest($2::text[]), $3',
    [person.accountId, kinds, jobId],
  )
/** A second session of the person, on another device. */
const anotherDevice = async ({ accountId, phone, headers }: Person): Promise<Person> => {
  const more = { 'x-forwarded-for': headers['x-forwarded-for'] ?? '' }
  const token = await startSession(market.app.db.kysely, { accountId, kind: 'native', device: 'second' })
  return personOf(market.app, { accountId, phone, token, kind: 'native', more })
}
const allNoticesSent = () =>
  until('every notice is told', async () => {
    const { rowCount } = await market.app.db.pool.query('select from notice where told_at is null')
    return rowCount === 0
  })
const allSent = () =>
  until('no text waits', async () => {
    const { rowCount } = await market.app.db.pool.query(`select from sms where status in ('due', 'running')`)
    return rowCount === 0
  })

test('DESIGN 6.11, notices by SMS: a customer without a push device is texted that a carrier has accepted, once, with a link to the job', async () => {
  const [customer, carrier] = [await market.person('Marta'), await market.carrier({ name: 'Luis Gil' })]
  const { job_id } = await market.posted(customer, { title: 'Oak table, see evil.example.com' })
  await carrier.ok(acceptJob, { params: { job_id } })
  await until('the text arrives', () => notices(customer).length > 0)
  await allNoticesSent()
  await allSent()
  assert.deepEqual(
    notices(customer).map(({ body }) => body),
    [
      'Dray: A carrier has accepted. Luis takes care of it: Oak table, see evil. example. com. ' +
        `http://dray.test/app/jobs/${job_id}`,
    ],
  )
  assert.deepEqual(notices(carrier), [], 'who accepted is not told')
})

test('DESIGN 6.11, notices by SMS: a customer with a push device is not texted as well', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const device = service.subscription()
  await customer.ok(subscribePush, { body: device })
  const { job_id } = await market.posted(customer)
  await carrier.ok(acceptJob, { params: { job_id } })
  await until('the push arrives', () =>
    service.received(device.endpoint).some(({ payload }) => payload.kind === 'job_accepted'),
  )
  await allNoticesSent()
  assert.deepEqual(await rows(customer), [])
})

test('DESIGN 6.11, notices by SMS: a push device that the browser has dropped is replaced by a text', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const device = service.subscription()
  await customer.ok(subscribePush, { body: device })
  const { job_id } = await market.posted(customer)
  await allNoticesSent()
  service.answer(device.endpoint, 410)
  await carrier.ok(acceptJob, { params: { job_id } })
  await until('the text arrives', () => notices(customer).length > 0)
  await allNoticesSent()
  assert.equal((await rows(customer)).length, 1)
})

test('DESIGN 6.11, notices by SMS: two push devices that are dropped at once are replaced by one text', async () => {
  const person = await market.person()
  for (const session of [person, await anotherDevice(person)]) {
    const device = service.subscription()
    service.answer(device.endpoint, 410)
    await session.ok(subscribePush, { body: device })
  }
  const { pool } = market.app.db
  const holder = await pool.connect()
  try {
    // This row lock makes both transactions wait after they have started.
    await holder.query('begin')
    await holder.query('select from push_subscription where account_id = $1 for no key update', [
      person.accountId,
    ])
    await notify(person, ['carrier_approved'])
    await until('both wait', async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === 2
    })
    await holder.query('commit')
  } finally {
    holder.release()
  }
  await until('the text arrives', () => notices(person).length > 0)
  await allNoticesSent()
  assert.equal((await rows(person)).length, 1)
})

test('DESIGN 6.11, notices by SMS: a notice that waits for its next try at a device is texted when another notice finds the device dropped', async () => {
  const person = await market.person()
  const device = service.subscription()
  await person.ok(subscribePush, { body: device })
  service.answer(device.endpoint, 503)
  await notify(person, ['carrier_approved'])
  await until('the device was tried', () => service.asked(device.endpoint) === 1)
  await until('it is tried later', async () => {
    const { rowCount } = await market.app.db.pool.query(
      `select from push join notice on notice.id = notice_id where account_id = $1 and push.status = 'due'`,
      [person.accountId],
    )
    return rowCount === 1
  })
  service.answer(device.endpoint, 410)
  await notify(person, ['carrier_suspended'])
  await until('both texts arrive', () => notices(person).length === 2)
})

test('DESIGN 6.11, notices by SMS: each notice that matters is texted, and no other', async () => {
  for (const kind of noticeKinds) {
    const [person, carrier] = [await market.person(), await market.carrier()]
    const { job_id } = await market.accepted(person, carrier)
    await allNoticesSent()
    const before = (await rows(person)).length
    await notify(person, [kind], /^(carrier|document)_/.test(kind) ? null : job_id)
    await allNoticesSent()
    assert.equal((await rows(person)).length - before, texted.includes(kind) ? 1 : 0, kind)
  }
})

test('DESIGN 6.11, notices by SMS: a carrier without a push device is texted the approval', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  const order = { accountId: carrier.accountId, judgement: 'approve', by: byOperator(null) } as const
  await judgeCarrier(market.app.db.kysely, order)
  await until('the text arrives', () => notices(carrier).length > 0)
  assert.match(notices(carrier)[0]?.body ?? '', /^Dray: You are approved\..* http:\/\/dray\.test\/carrier/)
})

test('DESIGN 6.11, notices by SMS: the cap on one job holds for notices that are written at once, on two nodes', async () => {
  const other = await startDray({ ...sms.env, SMS_NOTICES_PER_PERSON_PER_JOB: '3' }, { beside: market.app })
  try {
    await using _ = runTasks(other)
    const [person, carrier] = [await market.person(), await market.carrier()]
    const { job_id } = await market.accepted(person, carrier)
    await until('the acceptance is told', () => notices(person).length === 1)
    const kinds = Array.from({ length: 20 }, () => 'hold_not_renewed' as const)
    await Promise.all(kinds.map((kind) => notify(person, [kind], job_id)))
    await allNoticesSent()
    await allSent()
    assert.equal(notices(person).length, 1 + 3, 'about money, counted apart from the acceptance')
    const capped = (await rows(person)).filter(({ last_error }) => last_error === 'cap')
    assert.equal(capped.length, 17, 'the operator sees what was kept back')
  } finally {
    await other[Symbol.asyncDispose]()
  }
})

test('decision 69, notices by SMS: a long negotiation about a time leaves room for what is about money', async () => {
  const [person, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await market.accepted(person, carrier)
  await allNoticesSent()
  await notify(person, ['time_proposed', 'time_proposed', 'time_moved', 'time_in_a_day'], job_id)
  await allNoticesSent()
  await allSent()
  assert.equal(notices(person).length, 3, 'the acceptance and two about the time')
  await notify(person, ['job_charged'], job_id)
  await until('the charge is told', () => notices(person).length === 4)
})

test('DESIGN 6.11, notices by SMS: a person gets so many notices in 24 hours and no more', async () => {
  const person = await market.person()
  await Promise.all(Array.from({ length: 20 }, () => notify(person, ['carrier_approved'])))
  await allNoticesSent()
  await allSent()
  assert.equal(notices(person).length, 12)
})

test('DESIGN 6.11, notices by SMS: a provider that is down delays the text and loses nothing', async () => {
  sms.behaviour = { taken: false, answer: 'no' }
  const person = await market.person()
  await notify(person, ['carrier_approved'])
  await until('it was tried', async () => (await rows(person))[0]?.status === 'due')
  await until('the failure is recorded', async () => (await rows(person))[0]?.last_error !== null)
  sms.behaviour = accepting
  await market.app.db.pool.query(`update sms set due_at = now() where account_id = $1`, [person.accountId])
  await until('the text arrives', () => notices(person).length === 1)
})

test('DESIGN 6.11, notices by SMS: SMS_NOTICES=off: no notice is sent by SMS, and the app does not promise one', async () => {
  const on = await (await fetch(`${market.app.url}/app`)).text()
  assert.match(on, /<meta name="dray-sms-notices" content="on">/)
  await using silent = await openMarket({ ...sms.env, SMS_NOTICES: 'off' })
  await using _ = runTasks(silent.app)
  const [customer, carrier] = [await silent.person(), await silent.carrier()]
  await silent.accepted(customer, carrier)
  await until('every notice is told', async () => {
    const { rowCount } = await silent.app.db.pool.query('select from notice where told_at is null')
    return rowCount === 0
  })
  const { rowCount } = await silent.app.db.pool.query(`select from sms where kind = 'notice'`)
  assert.equal(rowCount, 0)
  assert.doesNotMatch(await (await fetch(`${silent.app.url}/app`)).text(), /dray-sms-notices/)
})

test('a notice is at most two segments: the details go first, the link is never cut', () => {
  const link = `https://links.example.com/app/jobs/${'0'.repeat(36)}`
  const spanish = { language: 'es', plainLetters: ['es'] } as const
  const parts = { serviceName: 'Dray', title: 'Un transportista ha aceptado', link, ...spanish }
  const short = noticeSms({ ...parts, body: 'Luis se encarga: Sofá de tres plazas.' })
  assert.equal(short, `Dray: Un transportista ha aceptado. Luis se encarga: Sofa de tres plazas. ${link}`)
  assert.ok(segments(short) <= 2)
  const long = noticeSms({ ...parts, body: '衣'.repeat(200) })
  assert.equal(long, `Dray: Un transportista ha aceptado. ${link}`)
})
