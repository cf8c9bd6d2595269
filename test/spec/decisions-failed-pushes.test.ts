import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readPushKey, subscribePush } from '#contract/app/live.ts'
import type { NoticeKind } from '#contract/vocabulary.ts'
import { startSession } from '../../server/accounts/session-store.ts'
import { runTasks } from '../support/dray.ts'
import { type Market, openMarket } from '../support/market.ts'
import { type Person, personOf } from '../support/person.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { type SmsProviderStub, startSmsProvider } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

let service: PushService
let sms: SmsProviderStub
let market: Market
let tasks: AsyncDisposable
before(async () => {
  service = await startPushService()
  sms = await startSmsProvider()
  market = await openMarket({ ...service.env, ...sms.env, SMS_NOTICES_PER_PERSON_PER_DAY: '12' })
  service.expectKey((await (await market.person()).ok(readPushKey)).key)
  tasks = runTasks(market.app)
})
after(async () => {
  await tasks[Symbol.asyncDispose]()
  await market[Symbol.asyncDispose]()
  await sms[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const texts = (person: Person) => sms.ledger.filter(({ to }) => to === person.phone)
const written = async ({ accountId }: Person) => {
  const query = `select from sms where kind = 'notice' and account_id = $1`
  return (await market.app.db.pool.query(query, [accountId])).rowCount ?? 0
}
const notify = ({ accountId }: Person, kinds: readonly NoticeKind[]) =>
  market.app.db.pool.query('insert into notice (account_id, kind) select $1, unnest($2::text[])', [
    accountId,
    kinds,
  ])
const device = async (person: Person, status: number): Promise<string> => {
  const subscription = service.subscription()
  service.answer(subscription.endpoint, status)
  await person.ok(subscribePush, { body: subscription })
  return subscription.endpoint
}
/** The same person, signed in on a second device. */
const onSecondDevice = async ({ accountId, phone, headers }: Person): Promise<Person> => {
  const more = { 'x-forwarded-for': headers['x-forwarded-for'] ?? '' }
  const token = await startSession(market.app.db.kysely, { accountId, kind: 'native', device: 'second' })
  return personOf(market.app, { accountId, phone, token, kind: 'native', more })
}
const pushes = async ({ accountId }: Person) => {
  const { rows } = await market.app.db.pool.query<{ status: string; attempts: number }>(
    `select push.status, attempts from push join notice on notice.id = notice_id where account_id = $1`,
    [accountId],
  )
  return rows
}
const isTexted = (person: Person) => until('the text arrives', () => texts(person).length > 0)
/** Every notice was processed since its last change, and no text waits. */
const allSettled = () =>
  until('nothing waits', async () => {
    const { rowCount } = await market.app.db.pool.query(
      `select from notice where told_at is null union all select from sms where status in ('due', 'running')`,
    )
    return rowCount === 0
  })

test('decision 25, a notice is texted when its push fails for good: when its retries are used up, once', async () => {
  const person = await market.person()
  const endpoint = await device(person, 503)
  await notify(person, ['carrier_approved'])
  await until('the retries are used up', async () => {
    await market.app.db.pool.query(
      `update push set due_at = now() from notice where notice.id = notice_id and account_id = $1 and status = 'due'`,
      [person.accountId],
    )
    return (await pushes(person)).some(({ status }) => status === 'failed')
  })
  await isTexted(person)
  await allSettled()
  assert.equal(await written(person), 1)
  assert.equal(service.asked(endpoint), 5)
})

test('decision 25, a notice is texted when its push fails for good: at once when the push service refuses it, and the device is kept', async () => {
  const person = await market.person()
  const endpoint = await device(person, 413)
  await notify(person, ['carrier_approved'])
  await isTexted(person)
  service.answer(endpoint, 201)
  await notify(person, ['carrier_suspended'])
  await until('the push arrives', () => service.received(endpoint).length === 1)
  await allSettled()
  assert.equal(await written(person), 1)
})

test('decision 25, a notice is texted when its push fails for good: when it is too late for a push', async () => {
  const person = await market.person()
  const endpoint = await device(person, 503)
  await notify(person, ['carrier_approved'])
  await until('it is to be tried later', async () =>
    (await pushes(person)).some(({ status, attempts }) => status === 'due' && attempts === 1),
  )
  await market.app.db.pool.query(
    `with older as (
       update notice set created_at = created_at - interval '23 hours 10 minutes' where account_id = $1 returning id)
     update push set due_at = now() from older where notice_id = older.id`,
    [person.accountId],
  )
  await isTexted(person)
  assert.equal(service.asked(endpoint), 1, 'the push service is not asked again')
})

test('decision 25, a notice is texted when its push fails for good: not while another device of the person receives it', async () => {
  const person = await market.person()
  await device(person, 413)
  const working = await device(await onSecondDevice(person), 201)
  await notify(person, ['carrier_approved'])
  await until('one is sent and one has failed', async () => {
    const statuses = (await pushes(person)).map(({ status }) => status)
    return statuses.sort().join() === 'failed,sent'
  })
  await allSettled()
  assert.equal(await written(person), 0)
  assert.equal(service.received(working).length, 1)
})

test('decision 25, a notice is texted when its push fails for good: once when it fails on two devices at the same time', async () => {
  const person = await market.person()
  await device(person, 413)
  await device(await onSecondDevice(person), 413)
  await notify(person, ['carrier_approved'])
  await isTexted(person)
  await allSettled()
  assert.equal(await written(person), 1)
})

test('decision 25, a notice is texted when its push fails for good: once when it fails on one device and the browser has dropped the other', async () => {
  const person = await market.person()
  await device(person, 413)
  await device(await onSecondDevice(person), 410)
  await notify(person, ['carrier_approved'])
  await isTexted(person)
  await allSettled()
  assert.equal(await written(person), 1)
})

test('decision 25, a notice is texted when its push fails for good: within the caps on texts', async () => {
  const person = await market.person()
  await device(person, 413)
  const kinds = Array.from({ length: 14 }, () => 'carrier_approved' as const)
  await notify(person, kinds)
  await until('each has a row', async () => (await written(person)) === 14)
  await allSettled()
  assert.equal(texts(person).length, 12)
})
