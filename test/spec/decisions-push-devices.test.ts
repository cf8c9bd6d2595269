import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readPushKey, subscribePush, unsubscribePush } from '#contract/app/live.ts'
import { runTasks } from '../support/dray.ts'
import { type Market, openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { until } from '../support/until.ts'

let service: PushService
let market: Market
let tasks: AsyncDisposable
before(async () => {
  service = await startPushService()
  market = await openMarket(service.env)
  service.expectKey((await (await market.person()).ok(readPushKey)).key)
  tasks = runTasks(market.app)
})
after(async () => {
  await tasks[Symbol.asyncDispose]()
  await market[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

/** Subscribes a device of the person. @returns its push endpoint. */
const device = async (person: Person): Promise<string> => {
  const subscription = service.subscription()
  await person.ok(subscribePush, { body: subscription })
  return subscription.endpoint
}
/** Waits until every notice is processed. */
const allNoticesSent = () =>
  until('every notice is told', async () => {
    const { rowCount } = await market.app.db.pool.query('select from notice where told_at is null')
    return rowCount === 0
  })

test('DESIGN 6 promise 11: the server says whether this session has a device, whatever the browser remembers', async () => {
  const person = await market.person()
  const isRegistered = async () => (await person.ok(readPushKey)).is_registered
  assert.equal(await isRegistered(), false)
  const subscription = service.subscription()
  for (const _ of [1, 2]) {
    await person.ok(subscribePush, { body: subscription })
    assert.equal(await isRegistered(), true)
  }
  await person.ok(unsubscribePush)
  assert.equal(await isRegistered(), false)
})

test('DESIGN 6 promise 11: a device that is refused for ever is deleted, if its service takes pushes of others', async () => {
  const [customer, other] = [await market.person(), await market.person()]
  const refused = await device(customer)
  service.answer(refused, 403)
  const isRegistered = async () => (await customer.ok(readPushKey)).is_registered
  const publish = () => market.posted(customer)
  for (const times of [1, 2, 3]) {
    await publish()
    await until(`it was refused ${times} times`, () => service.asked(refused) >= times)
    await allNoticesSent()
  }
  const taken = await device(other)
  await market.posted(other)
  await until('it is taken', () => service.received(taken).length > 0)
  await publish()
  await until('the device is gone', async () => !(await isRegistered()))
})
