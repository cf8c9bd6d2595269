import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  askMyAlertAddress,
  confirmMyAlertAddress,
  readAlertTest,
  readMyAlerts,
  removeMyAlertAddress,
  subscribeMyAlerts,
  testAlertWebhook,
  testMyAlerts,
} from '#contract/admin/alerts.ts'
import type { AlertChannel } from '#contract/vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import { deliverAlerts } from '../../server/today/deliver-alerts.ts'
import { startDray } from '../support/dray.ts'
import { serveLocally } from '../support/local-server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { codeTo, mailNode, makeMailsDue, textOf } from '../support/mails.ts'
import { startPushService } from '../support/push-service.ts'
import { joinAs, joinAsOwner, type Staff } from '../support/staff.ts'

/* Decision 77: members send themselves a test of their alerts, and staff one to the webhook. */
const server = await startMailServer()
const service = await startPushService()
let hookStatus = 204
const calls: { type: string; id: string }[] = []
const hook = await serveLocally((request, response, body) => {
  calls.push({ type: (JSON.parse(body) as { type: string }).type, id: String(request.headers['webhook-id']) })
  response.writeHead(hookStatus).end()
})
const { host } = new URL(hook.url)
const secret = `whsec_${'b'.repeat(32)}`
const app = await startDray({
  ...server.env,
  ...service.env,
  ALERT_WEBHOOK_URL: `${hook.url}/red`,
  ALERT_WEBHOOK_SECRET: secret,
  ALERT_WEBHOOK_ALLOWED: host,
})
after(async () => {
  await app[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
})
const { pool, kysely } = app.db
const owner = await joinAsOwner(app)
const { send } = mailNode(app, server)
service.expectKey((await owner.ok(readMyAlerts)).push.key)

/** One run of the task that calls browsers and the webhook. */
const deliver = () =>
  deliverAlerts(
    {
      kysely,
      alerts: { mailTo: [], webhook: { url: `${hook.url}/red`, secret, allowed: [host] } },
      baseUrl: 'http://dray.test',
      pushContact: 'mailto:ops@dray.test',
      pushEndpointsAllowed: [new URL(service.url).host],
    },
    new AbortController().signal,
  )

let people = 0

/** A viewer with a confirmed address. */
async function addressed(): Promise<{ member: Staff; address: string }> {
  const member = await joinAs(app, owner, 'viewer')
  const address = `Viewer-${people++}@mail.example`
  await member.ok(askMyAlertAddress, { body: { address } })
  await send()
  await member.ok(confirmMyAlertAddress, { body: { code: codeTo(server, address) } })
  server.received.length = 0
  return { member, address }
}

const begin = (member: Staff, channel: AlertChannel, test_id = newId()) =>
  member.ok(testMyAlerts, { params: { test_id }, body: { channel } })

const resultOf = async (member: Staff, { test_id }: { test_id: string }) => {
  const { state, answer } = await member.ok(readAlertTest, { params: { test_id } })
  return { state, answer }
}

const actsOf = async ({ memberId }: Staff) =>
  (
    await pool.query<{ changes: object }>(
      `select changes from audit_event where act = 'member.test_alerts' and actor_id = $1 order by id`,
      [memberId],
    )
  ).rows.map(({ changes }) => changes)

test('a test mail goes the way of an alert, to the own address, and the answer of the mail server is shown', async () => {
  const { member, address } = await addressed()
  const begun = await begin(member, 'mail')
  assert.deepEqual(
    [begun.state, begun.answer, server.received.length],
    ['waiting', null, 0],
    'a row before the mail',
  )
  await send()
  const { state, answer } = await resultOf(member, begun)
  assert.equal(state, 'sent')
  assert.match(answer ?? '', /^250 /)
  const [mail, ...others] = server.sentTo(address)
  assert.ok(mail && others.length === 0)
  assert.match(mail.raw, /^Subject: Test alert\r$/m)
  assert.match(textOf(mail.raw), /Alerts reach you here\./)
  assert.deepEqual(await actsOf(member), [{ channel: { from: null, to: 'mail' } }])
})

test('a repeated request, also at the same time, sends no second mail; the id of another member is unknown', async () => {
  const { member, address } = await addressed()
  const id = newId()
  await Promise.all([begin(member, 'mail', id), begin(member, 'mail', id)])
  await Promise.all([send(), send()])
  await begin(member, 'mail', id)
  await send()
  assert.equal(server.sentTo(address).length, 1)
  assert.equal((await actsOf(member)).length, 1)
  const other = (await addressed()).member
  const input = { params: { test_id: id } }
  assert.match(await other.refused(testMyAlerts, { ...input, body: { channel: 'mail' } }), /^404 /)
  assert.match(await other.refused(readAlertTest, input), /^404 /)
  assert.match(await owner.refused(testAlertWebhook, input), /^404 /)
})

test('a refusal is shown in the words of the mail server, without addresses, and is not tried again', async () => {
  const { member, address } = await addressed()
  server.next.push({
    does: 'refuse',
    at: 'RCPT',
    code: 554,
    words: `5.7.1 <${address}>: Relay access denied`,
  })
  const denied = await begin(member, 'mail')
  await send()
  assert.deepEqual(await resultOf(member, denied), {
    ...{ state: 'failed', answer: '554 5.7.1 <…>: Relay access denied' },
  })
  await makeMailsDue(app)
  await send()
  assert.equal(server.sentTo(address).length, 0)
  assert.equal(
    (await member.ok(readMyAlerts)).mail.failing_since,
    null,
    'the fault is not that of the address',
  )
  server.next.push({ does: 'refuse', at: 'RCPT', code: 550, words: '5.1.1 User unknown' })
  const unknown = await begin(member, 'mail')
  await send()
  assert.deepEqual(await resultOf(member, unknown), { state: 'failed', answer: '550 5.1.1 User unknown' })
  assert.ok((await member.ok(readMyAlerts)).mail.failing_since)
  const again = { params: { test_id: newId() }, body: { channel: 'mail' as const } }
  assert.match(await member.refused(testMyAlerts, again), /^409 wrong_state/)
})

test('a lost answer, a node that ended while it sent, and no node that sends are told as what they are', async () => {
  const { member, address } = await addressed()
  server.next.push({ does: 'drop', taken: true })
  const lost = await begin(member, 'mail')
  await send()
  await makeMailsDue(app)
  await send()
  assert.equal((await resultOf(member, lost)).state, 'unknown')
  assert.equal(server.sentTo(address).length, 1, 'it is not repeated')
  const crashed = await begin(member, 'mail')
  await age(crashed.test_id, `status = 'running', attempts = 1, claim_id = gen_random_uuid(), due_at = now()`)
  await send()
  assert.equal((await resultOf(member, crashed)).state, 'unknown')
  const late = await begin(member, 'mail')
  await age(late.test_id, 'due_at = due_at')
  assert.equal((await resultOf(member, late)).state, 'late')
  await send()
  assert.equal((await resultOf(member, late)).state, 'late', 'it is not sent later')
  assert.equal(server.sentTo(address).length, 1)
  const removed = await begin(member, 'mail')
  await member.ok(removeMyAlertAddress)
  assert.equal((await resultOf(member, removed)).state, 'ended')
})

/** A minute passes. `change`: of the mail of the test. */
async function age(testId: string, change: string): Promise<void> {
  await pool.query(`update alert set created_at = created_at - interval '1 minute' where id = $1`, [testId])
  await pool.query(
    `update mail set give_up_at = give_up_at - interval '1 minute', ${change} where alert_id = $1`,
    [testId],
  )
}

test('a test reaches the browser of this session; a refusal is shown, and a browser that is gone ends it', async () => {
  const member = await joinAs(app, owner, 'viewer')
  const input = () => ({ params: { test_id: newId() }, body: { channel: 'push' as const } })
  assert.match(await member.refused(testMyAlerts, input()), /^409 wrong_state/)
  assert.deepEqual(await actsOf(member), [], 'nothing was sent, nothing is recorded')
  const device = service.subscription()
  await member.ok(subscribeMyAlerts, { body: device })
  const good = await begin(member, 'push')
  await Promise.all([deliver(), deliver()])
  assert.deepEqual(await resultOf(member, good), { state: 'sent', answer: null })
  const [push, ...others] = service.received(device.endpoint)
  assert.ok(push && others.length === 0)
  assert.deepEqual([push.payload.title, push.payload.body], ['Test alert', 'Alerts reach you here.'])
  service.answer(device.endpoint, 503)
  const refused = await begin(member, 'push')
  await deliver()
  assert.deepEqual(await resultOf(member, refused), { state: 'failed', answer: 'status 503' })
  service.answer(device.endpoint, 410)
  const gone = await begin(member, 'push')
  await deliver()
  assert.equal((await resultOf(member, gone)).state, 'ended')
  assert.equal((await member.ok(readMyAlerts)).push.registered, false)
  assert.deepEqual(service.faults, [])
})

test('staff test the webhook with a signed call of its type, once', async () => {
  const staff = await joinAs(app, owner, 'staff')
  assert.equal((await staff.ok(readMyAlerts)).webhook, true)
  const good = await staff.ok(testAlertWebhook, { params: { test_id: newId() } })
  await Promise.all([deliver(), deliver()])
  assert.deepEqual(await resultOf(staff, good), { state: 'sent', answer: null })
  assert.deepEqual(calls, [{ type: 'today.test', id: good.test_id }])
  hookStatus = 401
  const refused = await staff.ok(testAlertWebhook, { params: { test_id: newId() } })
  await deliver()
  await pool.query('update alert_delivery set due_at = now()')
  await deliver()
  assert.deepEqual(await resultOf(staff, refused), { state: 'failed', answer: 'status 401' })
  assert.equal(calls.length, 2, 'a failed test is not repeated')
  assert.deepEqual(
    await actsOf(staff),
    [1, 2].map(() => ({ channel: { from: null, to: 'webhook' } })),
  )
})

test('tests are limited by the minute and by the day', async () => {
  const { member } = await addressed()
  for (let sent = 0; sent < 5; sent++) await begin(member, 'mail')
  const input = () => ({ params: { test_id: newId() }, body: { channel: 'mail' as const } })
  assert.match(await member.refused(testMyAlerts, input()), /^429 rate_limit_exceeded/)
  const busy = (await addressed()).member
  await pool.query(
    `insert into alert (member_id, says, entries, status) select $1, 'test', '[]', 'none' from generate_series(1, 19)`,
    [busy.memberId],
  )
  await begin(busy, 'mail')
  assert.match(await busy.refused(testMyAlerts, input()), /^429 rate_limit_exceeded/)
})

test('an installation without mail and webhook says so', async () => {
  await using bare = await startDray()
  const member = await joinAsOwner(bare)
  const { mail, webhook } = await member.ok(readMyAlerts)
  assert.deepEqual([mail.available, webhook], [false, false])
  const params = { test_id: newId() }
  assert.match(await member.refused(testMyAlerts, { params, body: { channel: 'mail' } }), /^409 wrong_state/)
  assert.match(await member.refused(testAlertWebhook, { params }), /^409 wrong_state/)
  const { rows } = await bare.db.pool.query('select id from alert')
  assert.deepEqual(rows, [])
})
