import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import test from 'node:test'
import { expireDrafts } from '../../server/jobs/drafts/expire-drafts.ts'
import { runTasks, sofa, startDray } from '../support/dray.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

/** Records the ports to which this process connects from now on. */
function watchConnections() {
  const ports = new Set<number>()
  const waiting: Promise<unknown>[] = []
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(promise)
    socket.once('connect', () => (ports.add(socket.remotePort ?? 0), resolve()))
    socket.once('close', resolve)
  }
  subscribe('net.client.socket', note)
  return async () => {
    unsubscribe('net.client.socket', note)
    await Promise.all(waiting)
    return ports
  }
}

test('6 the only outgoing message caused by the API is the SMS at creation', async () => {
  await using provider = await startSmsProvider()
  await using app = await startDray({ ...provider.env, APP_LINK_HOST: 'go.dray.test' })
  const connections = watchConnections()
  const partner = await app.partner()
  await partner.estimate({})
  const { body } = await partner.create({ external_reference: 'quiet' })
  await partner.create({ external_reference: 'quiet' })
  await partner.call('/v1/jobs', { body: { ...sofa, title: '' } })
  for (const status of ['posted', 'accepted', 'completed', 'cancelled']) {
    await app.db.pool.query('update job set status = $2, updated_at = now() where id = $1', [
      body.job_id,
      status,
    ])
    await partner.read(body.job_id)
  }
  await using _tasks = runTasks(app)
  const gone = await partner.create()
  await app.db.pool.query('update job set expires_at = now() where id = $1', [gone.body.job_id])
  await expireDrafts({ pool: app.db.pool })
  await until('the tasks have run', async () => (await partner.read(gone.body.job_id)).status === 404)

  assert.equal(provider.asked.length, 2, 'one request per created job, none for anything else')
  assert.deepEqual(
    provider.ledger.map(({ to }) => to),
    ['+34612345678', '+34612345678'],
  )
  const known = [app.url, app.db.url, provider.env['TWILIO_URL'] ?? ''].map((url) =>
    Number(new URL(url).port),
  )
  known.push(Number(process.env['TEST_POOLER_PORT']))
  const ports = await connections()
  assert.ok(ports.has(Number(new URL(app.url).port)), 'connections are seen')
  assert.deepEqual(
    [...ports].filter((port) => !known.includes(port)),
    [],
    'nobody else was called',
  )
})

test('6 polling the status changes nothing and sends no SMS', async () => {
  await using app = await startDray()
  const partner = await app.partner()
  const { body } = await partner.create()
  const { rows: before } = await app.db.pool.query('select * from job, sms where job.id = $1', [body.job_id])
  for (let i = 0; i < 20; i++) await partner.read(body.job_id)
  const { rows: afterwards } = await app.db.pool.query('select * from job, sms where job.id = $1', [
    body.job_id,
  ])
  assert.deepEqual(afterwards, before)
})

test('6 no callback address is taken: members such as webhook_url are ignored and asked for nothing', async () => {
  await using callback = await startSmsProvider()
  await using app = await startDray()
  const url = `${callback.env['TWILIO_URL']}/hook`
  const more = { webhook_url: url, callback_url: url, notify: { url } }
  const { status, body } = await (await app.partner()).create(more as never)
  assert.equal(status, 201)
  await app.db.pool.query(`update job set status = 'posted' where id = $1`, [body.job_id])
  assert.equal(callback.asked.length, 0)
})

test('6, 2.7 over a daily cap the draft is still made, and no SMS is sent', async () => {
  await using provider = await startSmsProvider()
  await using app = await startDray({
    ...provider.env,
    SMS_DAILY_CAP_PER_NUMBER: '2',
    SMS_DAILY_CAP_PER_KEY: '3',
  })
  const partner = await app.partner()
  const sent = []
  for (const customer_phone of [
    '+34612345001',
    '+34612345001',
    '+34612345001',
    '+34612345002',
    '+34612345003',
  ]) {
    const { status, body } = await partner.create({ customer_phone })
    assert.equal(status, 201)
    sent.push(body.sms_sent)
  }
  assert.deepEqual(sent, [true, true, false, true, false])
  assert.equal(provider.asked.length, 3)
})

test('6, 4.2 an SMS that was refused for now is sent in the background while the draft lives, once', async () => {
  await using provider = await startSmsProvider()
  await using app = await startDray(provider.env)
  provider.behaviour = { taken: false, answer: 'no' }
  const { body } = await (await app.partner()).create()
  assert.equal(body.sms_sent, false)
  provider.behaviour = { taken: true, answer: 'yes' }
  await app.db.pool.query('update sms set due_at = now()')
  await using _tasks = runTasks(app)
  await until('the text is sent', () => provider.sentTo('+34612345678') === 1)
  await until('that is written down', async () => (await app.texts())[0]?.status === 'sent')
  assert.equal(provider.ledger.length, 1)
})
