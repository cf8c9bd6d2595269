import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import test, { after } from 'node:test'
import { ConfigError } from '../../server/config/config-error.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { type AlertSettings, tellOfRedEntries } from '../../server/today/alerts.ts'
import { deliverAlerts } from '../../server/today/deliver-alerts.ts'
import { serveLocally } from '../support/local-server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { htmlOf, mailNode, textOf } from '../support/mails.ts'
import { openMarket } from '../support/market.ts'

/* Decision 70: staff on duty are told once of each entry of Today that has begun to cost something. */
const server = await startMailServer()
const market = await openMarket(server.env)
let status = 204
const calls: { headers: Record<string, unknown>; body: string }[] = []
const hook = await serveLocally((request, response, body) => {
  calls.push({ headers: request.headers, body })
  response.writeHead(status).end()
})
after(async () => {
  await market[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
})
const { pool, kysely } = market.app.db
const secret = 'a secret of the operator'
const { host } = new URL(hook.url)
const alerts: AlertSettings = {
  mailTo: ['duty@mail.example', 'chief@mail.example'],
  webhook: { url: `${hook.url}/red`, secret, allowed: [host] },
}
const pushes = { pushContact: 'mailto:ops@dray.example', pushEndpointsAllowed: [] }
const needs = { kysely, alerts, baseUrl: 'http://dray.test', ...pushes }
const call = () => deliverAlerts(needs, new AbortController().signal)

/** A carrier has not collected in time: red at once. */
async function overdueJob(): Promise<void> {
  const job = await market.accepted(await market.person('Ana Secret'), await market.carrier())
  await pool.query(`update job set accepted_at = now() - interval '3 days' where id = $1`, [job.job_id])
}

const alertRows = async () =>
  (
    await pool.query(
      `select entries, says, call.status, call.last_error from alert
       join alert_delivery call on call.alert_id = alert.id order by alert.created_at, alert.id`,
    )
  ).rows
const makeDue = () => pool.query('update alert_delivery set due_at = now()')
const collected = () =>
  pool.query(`update job set accepted_at = now(), window_ends_at = null where status = 'accepted'`)

test('an entry that becomes red is told once, by mail and by a signed call, with nothing personal in it', async () => {
  await tellOfRedEntries(needs)
  assert.deepEqual(await alertRows(), [])
  await overdueJob()
  await overdueJob()
  await Promise.all([tellOfRedEntries(needs), tellOfRedEntries(needs), tellOfRedEntries(needs)])
  await tellOfRedEntries(needs)
  const entries = [{ kind: 'collection_overdue', count: 2 }]
  assert.deepEqual(await alertRows(), [{ entries, says: 'begun', status: 'due', last_error: null }])
  await Promise.all([call(), call()])
  await mailNode(market.app, server).send()
  assert.equal(calls.length, 1)
  const [{ headers, body }] = calls as [(typeof calls)[number]]
  const id = String(headers['webhook-id'])
  const signed = `${id}.${String(headers['webhook-timestamp'])}.${body}`
  const signature = createHmac('sha256', secret).update(signed).digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${signature}`)
  const { timestamp, ...said } = JSON.parse(body) as Record<string, unknown>
  assert.deepEqual(said, { type: 'today.red', data: { entries, url: 'http://dray.test/admin' } })
  assert.ok(Date.parse(String(timestamp)) > 0)
  for (const address of alerts.mailTo) {
    const [mail, ...others] = server.sentTo(address)
    assert.ok(mail && others.length === 0, address)
    assert.match(mail.raw, /^Subject: Today: 2 entries cost something now\r$/m)
    assert.match(textOf(mail.raw), /Not collected in time \(2\)/)
    assert.match(textOf(mail.raw), /Hoy han empezado a costar algo/)
    for (const text of [textOf(mail.raw), htmlOf(mail.raw)]) assert.doesNotMatch(text, /Secret|sofa|\+34/i)
  }
})

test('a later entry is told by itself, and the time without tasks tells none again', async () => {
  await overdueJob()
  await tellOfRedEntries(needs)
  assert.deepEqual((await alertRows()).at(-1)?.entries, [{ kind: 'collection_overdue', count: 1 }])
  const before = await alertRows()
  await pool.query(`update today_alert set seen_at = now() - interval '3 hours'`)
  await tellOfRedEntries(needs)
  assert.deepEqual(await alertRows(), before)
  await call()
})

test('an entry that has ended is told once, to those who were told of it', async () => {
  await mailNode(market.app, server).send()
  calls.length = 0
  server.received.length = 0
  await collected()
  await tellOfRedEntries(needs)
  assert.equal((await alertRows()).at(-1)?.says, 'begun', 'it may come back')
  await pool.query(`update today_alert set gone_at = gone_at - interval '6 minutes'`)
  await Promise.all([tellOfRedEntries(needs), tellOfRedEntries(needs)])
  await tellOfRedEntries(needs)
  await call()
  await mailNode(market.app, server).send()
  const said = calls.map(({ body }) => JSON.parse(body) as { type: string; data: { entries: object[] } })
  const ended = said.map(({ type, data }) => ({ type, entries: data.entries }))
  assert.deepEqual(
    ended.sort((one, other) => JSON.stringify(other).localeCompare(JSON.stringify(one))),
    [2, 1].map((count) => ({ type: 'today.ended', entries: [{ kind: 'collection_overdue', count }] })),
  )
  for (const address of alerts.mailTo) {
    const mails = server.sentTo(address)
    assert.equal(mails.length, 2, address)
    assert.match(textOf(mails[0]?.raw ?? ''), /(has|have) ended: Not collected in time/)
    assert.match(textOf(mails[0]?.raw ?? ''), /(Ha|Han) terminado/)
  }
})

test('an entry that is away for a moment has not ended, and one that staff put off ends without a word', async () => {
  await overdueJob()
  await tellOfRedEntries(needs)
  await call()
  const before = await alertRows()
  await pool.query(`update job set accepted_at = accepted_at + interval '3 days' where status = 'accepted'`)
  await tellOfRedEntries(needs)
  await pool.query(`update job set accepted_at = accepted_at - interval '3 days' where status = 'accepted'`)
  await pool.query(`update today_alert set gone_at = gone_at - interval '6 minutes'`)
  await tellOfRedEntries(needs)
  assert.deepEqual((await alertRows()).slice(0, before.length), before)
  await pool.query(`insert into today_snooze (kind, subject_id, until)
    select kind, subject_id, now() + interval '1 hour' from today_alert`)
  await tellOfRedEntries(needs)
  assert.equal((await pool.query('select from today_alert')).rowCount, 0)
  assert.ok((await alertRows()).every(({ says }, index) => index < before.length || says === 'begun'))
  await pool.query('delete from today_snooze')
  await collected()
})

test('a receiver that is down is told later while the entry lasts, with the same id', async () => {
  await makeDue()
  await call()
  await overdueJob()
  await tellOfRedEntries(needs)
  calls.length = 0
  for (status of [503, 400, 404, 503, 500, 503, 401]) {
    await makeDue()
    await call()
  }
  assert.deepEqual(
    { ...(await alertRows()).at(-1), entries: null },
    { entries: null, says: 'begun', status: 'due', last_error: 'status 401' },
  )
  status = 204
  await makeDue()
  await call()
  assert.equal((await alertRows()).at(-1)?.status, 'sent')
  assert.equal(calls.length, 8)
  assert.equal(new Set(calls.map(({ headers }) => headers['webhook-id'])).size, 1)
})

test('an entry that ended before it was told is not told, neither that it began nor that it ended', async () => {
  await overdueJob()
  await tellOfRedEntries(needs)
  calls.length = 0
  status = 503
  await call()
  await collected()
  await tellOfRedEntries(needs)
  await pool.query(`update today_alert set gone_at = gone_at - interval '6 minutes'`)
  await tellOfRedEntries(needs)
  calls.length = 0
  status = 204
  await makeDue()
  await call()
  const types = calls.map(({ body }) => (JSON.parse(body) as { type: string }).type)
  assert.deepEqual(types, ['today.ended'], 'only of the entry of the test before')
  const late = (await alertRows()).find(({ last_error }) => last_error === 'ended before it was told')
  assert.equal(late?.status, 'failed')
})

test('an address inside the network is refused, unless ALERT_WEBHOOK_ALLOWED names it', async () => {
  await overdueJob()
  await tellOfRedEntries(needs)
  calls.length = 0
  const webhook = { url: `${hook.url}/red`, secret, allowed: [] }
  await deliverAlerts({ ...needs, alerts: { ...alerts, webhook } }, new AbortController().signal)
  assert.deepEqual([calls.length, (await alertRows()).at(-1)?.last_error], [0, 'refused: url'])
})

test('a call of the version before is made by this one', async () => {
  await pool.query(`insert into alert (entries, status) values ('[{"kind": "job_owed", "count": 1}]', 'due')`)
  calls.length = 0
  await call()
  assert.deepEqual(
    calls.map(({ body }) => (JSON.parse(body) as { data: { entries: object } }).data.entries),
    [[{ kind: 'job_owed', count: 1 }]],
  )
})

test('without ALERT_MAIL and a webhook nothing is written', async () => {
  const before = (await alertRows()).length
  await overdueJob()
  await tellOfRedEntries({ kysely, alerts: { mailTo: [], webhook: null } })
  assert.equal((await alertRows()).length, before)
})

test('half a setting is refused at the start', () => {
  const faultsOf = (env: Record<string, string>): string => {
    try {
      readConfig(env)
      return ''
    } catch (error) {
      return error instanceof ConfigError ? error.faults.join() : assert.fail(String(error))
    }
  }
  assert.match(faultsOf({ ALERT_MAIL: 'duty@mail.example' }), /MAIL_URL is required with ALERT_MAIL/)
  assert.match(faultsOf({ ALERT_WEBHOOK_URL: 'https://hooks.example.com/x' }), /ALERT_WEBHOOK_SECRET/)
  const url = { ALERT_WEBHOOK_URL: 'https://hooks.example.com/x' }
  for (const secret of ['short', 'whsec_', 'whsec_not-base64!not-base64!', 'whsec_c2hvcnQ='])
    assert.match(faultsOf({ ...url, ALERT_WEBHOOK_SECRET: secret }), /^ALERT_WEBHOOK_SECRET must be/)
  assert.equal(faultsOf({ ...url, ALERT_WEBHOOK_SECRET: `whsec_${'b'.repeat(32)}` }), '')
  assert.match(faultsOf({ MAIL_URL: 'smtps://mail.example.com' }), /MAIL_FROM is required/)
  assert.match(
    faultsOf({ MAIL_URL: 'smtp://u:secret-p@h?tls=off', MAIL_FROM: 'a@b.example' }),
    /^MAIL_URL must be/,
  )
  assert.doesNotMatch(
    faultsOf({ MAIL_URL: 'smtp://u:secret-p@h?tls=off', MAIL_FROM: 'a@b.example' }),
    /secret-p/,
  )
  assert.match(
    faultsOf({ MAIL_URL: 'smtps://mail.example.com', MAIL_FROM: 'A <a@b.example>' }),
    /MAIL_FROM must be/,
  )
})
