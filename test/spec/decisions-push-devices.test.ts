import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readPushKey, subscribePush, unsubscribePush } from '#contract/app/live.ts'
import { openPushMarket } from '../support/push-market.ts'
import { until } from '../support/until.ts'

const push = await openPushMarket()
after(() => push[Symbol.asyncDispose]())
const { market, service, device, allNoticesSent } = push

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
