import assert from 'node:assert/strict'
import test from 'node:test'
import { startSignIn } from '#contract/app/account.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { smsLink } from '../../server/jobs/links.ts'
import { showJob } from '../../server/jobs/queries/for-operator.ts'
import { list } from '../../server/sms/store.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { stranger } from '../support/person.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

const landline = '+34912345678'

test('2.5 a landline is not sms_sent: the draft is made, its text is never tried and says why', async () => {
  await using provider = await startSmsProvider()
  await using app = await startDray(provider.env)
  await using _tasks = runTasks(app)
  for (const mode of ['live', 'test'] as const) {
    const partner = await app.partner({ mode })
    const headers = { 'idempotency-key': 'landline' }
    const { status, body } = await partner.create({ customer_phone: landline }, headers)
    assert.deepEqual([status, body.sms_sent], [201, false], mode)
    const again = await partner.create({ customer_phone: landline }, headers)
    assert.deepEqual([again.body.job_id, again.body.sms_sent], [body.job_id, false])
    const job = await showJob(app.db.kysely, body.job_id)
    assert.deepEqual(
      job?.texts.map(({ kind, status, reason, attempts }) => [kind, status, reason, attempts]),
      [['draft', 'failed', 'landline', 0]],
    )
  }
  const mobile = await (await app.partner()).create({ customer_phone: '+34612345678' })
  assert.equal(mobile.body.sms_sent, true)
  await until('the mobile has its text', () => provider.sentTo('+34612345678') === 1)
  assert.equal(provider.sentTo(landline), 0)
  const reasons = (await list(app.db.kysely, { sealer: { open: () => null }, most: 1_000 })).map(
    ({ to, reason }) => [to, reason],
  )
  assert.deepEqual(reasons, [
    [landline, 'landline'],
    [landline, 'landline'],
    ['+34612345678', null],
  ])
})

test('a code is not texted to a landline: 400 on `phone`, in the language of the caller', async () => {
  await using app = await startDray()
  const { status, body } = await stranger(app).call(startSignIn, { body: { phone: landline } })
  assert.equal(status, 400)
  assert.deepEqual(Object.keys((body as unknown as { details: object }).details), ['phone'])
  assert.equal((await app.texts()).length, 0)
})

test('2.7 the link is https://{app_link_host}; in development, to this very server, the http it speaks', () => {
  const originOf = (env: Record<string, string>) => {
    const link = smsLink(readConfig({ BASE_URL: 'http://localhost:8080', ...env }), 'x', '+34612345678')
    return new URL(link).origin
  }
  assert.equal(originOf({}), 'http://localhost:8080')
  assert.equal(originOf({ NODE_ENV: 'production' }), 'https://localhost:8080')
  assert.equal(originOf({ APP_LINK_HOST: 'go.dray.test' }), 'https://go.dray.test')
  assert.equal(originOf({ BASE_URL: 'https://dray.test' }), 'https://dray.test')
})

test('2.7 the link of the text opens on the server that wrote it, and the note says that no app is needed', async () => {
  await using app = await startDray()
  const { status } = await (await app.partner({ smsLanguage: 'en' })).create()
  assert.equal(status, 201)
  const [, link = '', note] = /(http\S+) (.*)$/.exec((await app.texts())[0]?.body ?? '') ?? []
  assert.equal(note, 'No app needed.')
  assert.ok(link.startsWith('http://dray.test/draft/'), link)
  assert.equal((await app.fetch(link.replace('http://dray.test', ''))).status, 200)
})

test('2.7 the note says to download the app where there is one', async () => {
  await using app = await startDray({ ANDROID_PACKAGE: 'com.example.dray' })
  const { status } = await (await app.partner({ smsLanguage: 'en' })).create()
  assert.equal(status, 201)
  assert.match((await app.texts())[0]?.body ?? '', / Download the app if you do not have it\.$/)
})
