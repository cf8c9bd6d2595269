import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  askMyAlertAddress,
  confirmMyAlertAddress,
  readMyAlerts,
  removeMyAlertAddress,
  subscribeMyAlerts,
  switchMyAlerts,
  unsubscribeMyAlerts,
} from '#contract/admin/alerts.ts'
import { tellOfRedEntries } from '../../server/today/alerts.ts'
import { deliverAlerts } from '../../server/today/deliver-alerts.ts'
import { startMailServer } from '../support/mail-server.ts'
import { codeTo, mailNode, makeMailsDue, textOf } from '../support/mails.ts'
import { openMarket } from '../support/market.ts'
import { startPushService } from '../support/push-service.ts'
import { joinAs, joinAsOwner, type Staff } from '../support/staff.ts'

/* Decision 77: each member of staff chooses which alerts come, by mail and in the browser. */
const server = await startMailServer()
const service = await startPushService()
const market = await openMarket({ ...server.env, ...service.env })
after(async () => {
  await market[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})
const { pool, kysely } = market.app.db
const needs = {
  kysely,
  alerts: { mailTo: [], webhook: null },
  baseUrl: 'http://dray.test',
  pushContact: 'mailto:ops@dray.test',
  pushEndpointsAllowed: [new URL(service.url).host],
}
const owner = await joinAsOwner(market.app)
const viewer = await joinAs(market.app, owner, 'viewer')
const send = mailNode(market.app, server).send
service.expectKey((await owner.ok(readMyAlerts)).push.key)

/** One run of the task, and of the senders. */
async function run(): Promise<void> {
  await tellOfRedEntries(needs)
  await deliverAlerts(needs, new AbortController().signal)
  await send()
}

async function overdueJob(): Promise<void> {
  const job = await market.accepted(await market.person('Ana Secret'), await market.carrier())
  await pool.query(`update job set accepted_at = now() - interval '3 days' where id = $1`, [job.job_id])
}

async function endAll(): Promise<void> {
  await pool.query(`update job set accepted_at = now() where status = 'accepted'`)
  await tellOfRedEntries(needs)
  await pool.query(`update today_alert set gone_at = gone_at - interval '6 minutes'`)
  await run()
}

async function confirmed(member: Staff, address: string): Promise<void> {
  await member.ok(askMyAlertAddress, { body: { address } })
  await send()
  await member.ok(confirmMyAlertAddress, { body: { code: codeTo(server, address) } })
  server.received.length = 0
}

test('an address is told only once it is confirmed, and a browser as soon as it is subscribed', async () => {
  const device = service.subscription()
  await viewer.ok(askMyAlertAddress, { body: { address: 'viewer@mail.example' } })
  await send()
  const { mail } = await viewer.ok(readMyAlerts)
  assert.deepEqual([mail.address, mail.pending?.address], [null, 'viewer@mail.example'])
  assert.match(await viewer.refused(confirmMyAlertAddress, { body: { code: '000000' } }), /^422 code_/)
  await owner.ok(subscribeMyAlerts, { body: device })
  assert.equal((await owner.ok(subscribeMyAlerts, { body: device })).push.registered, true)
  assert.equal((await viewer.ok(readMyAlerts)).push.registered, false)
  const code = codeTo(server, 'viewer@mail.example')
  server.received.length = 0
  await overdueJob()
  await run()
  assert.equal(server.sentTo('viewer@mail.example').length, 0)
  const [push, ...others] = service.received(device.endpoint)
  assert.ok(push && others.length === 0)
  assert.deepEqual(
    { ...push.payload, tag: '' },
    {
      ...{ kind: 'alert', title: 'Today: one entry costs something now', url: '/admin', tag: '' },
      body: 'Not collected in time (1)',
    },
  )
  await viewer.ok(confirmMyAlertAddress, { body: { code } })
  await endAll()
  assert.equal(server.sentTo('viewer@mail.example').length, 0, 'it was not told of the beginning')
  assert.match(service.received(device.endpoint)[1]?.payload.title ?? '', /has ended/)
  await owner.ok(unsubscribeMyAlerts)
})

test('each member is told of the kinds that the member wants, and of their end', async () => {
  await confirmed(owner, 'owner@mail.example')
  await viewer.ok(switchMyAlerts, { body: { kinds: ['collection_overdue'], channel: 'mail', on: false } })
  await overdueJob()
  await run()
  const [mail] = server.sentTo('owner@mail.example')
  assert.match(textOf(mail?.raw ?? ''), /Not collected in time \(1\)/)
  assert.doesNotMatch(textOf(mail?.raw ?? ''), /Secret|sofa|\+34/i)
  assert.equal(server.sentTo('viewer@mail.example').length, 0)
  await endAll()
  assert.match(textOf(server.sentTo('owner@mail.example')[1]?.raw ?? ''), /has ended/)
  assert.equal(server.sentTo('viewer@mail.example').length, 0)
  const { kinds } = await viewer.ok(switchMyAlerts, {
    body: { kinds: ['collection_overdue'], channel: 'mail', on: true },
  })
  assert.ok(kinds.every((each) => each.mail && each.push))
})

test('what a member changes while an alert waits counts: a switch, a removed address, a suspension', async () => {
  const device = service.subscription()
  await viewer.ok(subscribeMyAlerts, { body: device })
  await overdueJob()
  await tellOfRedEntries(needs)
  server.received.length = 0
  await owner.ok(removeMyAlertAddress)
  await viewer.ok(switchMyAlerts, { body: { kinds: ['collection_overdue'], channel: 'mail', on: false } })
  await pool.query('update member set suspended_at = now() where id = $1', [viewer.memberId])
  await run()
  assert.deepEqual([server.received.length, service.received(device.endpoint).length], [0, 0])
  await pool.query('update member set suspended_at = null where id = $1', [viewer.memberId])
  await endAll()
  assert.equal(service.received(device.endpoint).length, 0)
})

test('a browser that is down is told later, and one that has dropped its subscription is forgotten', async () => {
  const device = service.subscription()
  await owner.ok(subscribeMyAlerts, { body: device })
  service.answer(device.endpoint, 503)
  await overdueJob()
  await run()
  for (let attempt = 0; attempt < 8; attempt++) {
    await pool.query(`update alert_delivery set due_at = now()`)
    await run()
  }
  service.answer(device.endpoint, 201)
  await pool.query(`update alert_delivery set due_at = now()`)
  await run()
  assert.deepEqual(service.faults, [])
  assert.equal(service.received(device.endpoint).length, 1)
  service.answer(device.endpoint, 410)
  await overdueJob()
  await run()
  assert.equal((await owner.ok(readMyAlerts)).push.registered, false)
  await endAll()
})

test('an address that its server refuses for good is marked, and gets nothing until it is confirmed again', async () => {
  await confirmed(owner, 'gone@mail.example')
  server.behaviour = { does: 'refuse', at: 'RCPT', code: 550 }
  await overdueJob()
  await run()
  server.behaviour = { does: 'take' }
  assert.ok((await owner.ok(readMyAlerts)).mail.failing_since)
  await overdueJob()
  await makeMailsDue(market.app)
  await run()
  assert.equal(server.sentTo('gone@mail.example').length, 0)
  await confirmed(owner, 'gone@mail.example')
  assert.equal((await owner.ok(readMyAlerts)).mail.failing_since, null)
})

test('a browser is of the member who signed in last, and ends with the session', async () => {
  const device = service.subscription()
  await viewer.ok(subscribeMyAlerts, { body: device })
  await Promise.all([
    owner.ok(subscribeMyAlerts, { body: device }),
    owner.ok(subscribeMyAlerts, { body: device }),
  ])
  assert.equal((await viewer.ok(readMyAlerts)).push.registered, false)
  const { rows } = await pool.query('select member_id from member_push where endpoint = $1', [
    device.endpoint,
  ])
  assert.deepEqual(rows, [{ member_id: owner.memberId }])
  await pool.query('update member_session set ended_at = now() where member_id = $1', [owner.memberId])
  await overdueJob()
  await run()
  assert.equal(service.received(device.endpoint).length, 0)
})
