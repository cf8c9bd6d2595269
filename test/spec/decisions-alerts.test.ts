import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import test, { after } from 'node:test'
import { ConfigError } from '../../server/config/config-error.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { type AlertSettings, tellOfRedEntries } from '../../server/today/alerts.ts'
import { callAlertWebhook } from '../../server/today/call-webhook.ts'
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
const needs = { kysely, alerts, baseUrl: 'http://dray.test' }
const call = () => callAlertWebhook(needs, new AbortController().signal)

/** A carrier has not collected in time: red at once. */
async function overdueJob(): Promise<void> {
  const job = await market.accepted(await market.person('Ana Secret'), await market.carrier())
  await pool.query(`update job set accepted_at = now() - interval '3 days' where id = $1`, [job.job_id])
}

const alertRows = async () =>
  (await pool.query('select entries, status, last_error from alert order by created_at')).rows

test('an entry that becomes red is told once, by mail and by a signed call, with nothing personal in it', async () => {
  await tellOfRedEntries(needs)
  assert.deepEqual(await alertRows(), [])
  await overdueJob()
  await overdueJob()
  await Promise.all([tellOfRedEntries(needs), tellOfRedEntries(needs), tellOfRedEntries(needs)])
  await tellOfRedEntries(needs)
  const entries = [{ kind: 'collection_overdue', count: 2 }]
  assert.deepEqual(await alertRows(), [{ entries, status: 'due', last_error: null }])
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
    assert.match(textOf(mail.raw), /collection_overdue \(2\)/)
    assert.match(textOf(mail.raw), /Hoy han empezado a costar algo/)
    for (const text of [textOf(mail.raw), htmlOf(mail.raw)]) assert.doesNotMatch(text, /Secret|sofa|\+34/i)
  }
})

test('a later entry is told by itself, and an entry that was away for a while is told again', async () => {
  await overdueJob()
  await tellOfRedEntries(needs)
  assert.deepEqual((await alertRows()).at(-1)?.entries, [{ kind: 'collection_overdue', count: 1 }])
  await pool.query(`update today_alert set seen_at = now() - interval '16 minutes'`)
  await tellOfRedEntries(needs)
  assert.deepEqual((await alertRows()).at(-1)?.entries, [{ kind: 'collection_overdue', count: 3 }])
  await call()
})

test('a call that fails is repeated with the same id, and a definite refusal ends it', async () => {
  await overdueJob()
  await tellOfRedEntries(needs)
  calls.length = 0
  status = 503
  await call()
  assert.equal((await alertRows()).at(-1)?.status, 'due')
  await pool.query('update alert set due_at = now()')
  status = 204
  await call()
  assert.equal((await alertRows()).at(-1)?.status, 'sent')
  const ids = calls.map(({ headers }) => headers['webhook-id'])
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
  await overdueJob()
  await tellOfRedEntries(needs)
  status = 400
  await call()
  assert.deepEqual((await alertRows()).at(-1), {
    entries: [{ kind: 'collection_overdue', count: 1 }],
    ...{ status: 'failed', last_error: 'status 400' },
  })
  status = 204
})

test('an address inside the network is refused, unless ALERT_WEBHOOK_ALLOWED names it', async () => {
  await overdueJob()
  await tellOfRedEntries(needs)
  calls.length = 0
  const webhook = { url: `${hook.url}/red`, secret, allowed: [] }
  await callAlertWebhook({ ...needs, alerts: { ...alerts, webhook } }, new AbortController().signal)
  assert.deepEqual([calls.length, (await alertRows()).at(-1)?.status], [0, 'failed'])
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
