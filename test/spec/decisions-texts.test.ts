import assert from 'node:assert/strict'
import test from 'node:test'
import { startSignIn } from '#contract/app/account.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { smsLink } from '../../server/jobs/links.ts'
import { showJob } from '../../server/jobs/queries/for-operator.ts'
import { segments } from '../../server/sms/segments.ts'
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
    const { status, body, ...first } = await partner.create({ customer_phone: landline }, headers)
    assert.deepEqual([status, body.sms_sent], [201, false], mode)
    assert.equal(first.headers.get('x-sms-status'), 'unreachable')
    assert.match(body.next_steps.message, /never receives the SMS.*mobile number/)
    const again = await partner.create({ customer_phone: landline }, headers)
    assert.deepEqual([again.body.job_id, again.body.sms_sent], [body.job_id, false])
    assert.equal(again.headers.get('x-sms-status'), 'unreachable')
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

test('numbers of Mexico and Argentina written as they once were, or as at home, get the cause in both languages', async () => {
  await using app = await startDray()
  const partner = await app.partner()
  const causes: [phone: string, english: RegExp, spanish: RegExp][] = [
    ['+5215512345678', /1 after \+52/, /1 tras \+52/],
    ['+54111560001234', /\+54 9/, /\+54 9/],
    ['+4407700900123', /only dialled inside the country/, /solo se marca dentro del país/],
    ['+881612345678', /satellite/, /satélite/],
  ]
  for (const [customer_phone, ...words] of causes)
    for (const [index, language] of (['en', 'es'] as const).entries()) {
      const headers = { 'accept-language': language }
      const drafted = await partner.create({ customer_phone }, headers)
      const { details } = drafted.body as unknown as { details: Record<string, string> }
      assert.equal(drafted.status, 400, customer_phone)
      assert.match(details['customer_phone'] ?? '', words[index] ?? /^$/)
      const signedIn = await stranger(app).call(startSignIn, { body: { phone: customer_phone } })
      assert.equal(signedIn.status, 400, customer_phone)
    }
  const withoutNine = { customer_phone: '+541160001234' }
  const english = await partner.create(withoutNine, { 'accept-language': 'en' })
  assert.deepEqual([english.status, english.headers.get('x-sms-status')], [201, 'unreachable'])
  assert.match(english.body.next_steps.message, /Argentina have a 9 after \+54/)
  const spanish = await partner.create(withoutNine, { 'accept-language': 'es' })
  assert.match(spanish.body.next_steps.message, /Argentina llevan un 9 tras \+54/)
  const code = await stranger(app).call(startSignIn, { body: { phone: withoutNine.customer_phone } })
  assert.equal(code.status, 400)
  assert.match(JSON.stringify(code.body), /9 after \+54/)
})

test('X-SMS-Status: `retrying` while the provider is down, `refused` over a cap, `sent` else; a replay keeps the first', async () => {
  await using provider = await startSmsProvider()
  await using app = await startDray({ ...provider.env, SMS_DAILY_CAP_PER_NUMBER: '1' })
  const partner = await app.partner()
  const statusOf = async (name: string, customer_phone = '+34612345678') => {
    const { headers, body } = await partner.create({ customer_phone }, { 'idempotency-key': name })
    const status = headers.get('x-sms-status')
    assert.equal(body.sms_sent, status === 'sent')
    return [status, body.next_steps.message] as const
  }
  const [sent, plainWords] = await statusOf('first')
  assert.equal(sent, 'sent')
  assert.equal((await statusOf('first'))[0], 'sent')
  const [refused, never] = await statusOf('second')
  assert.equal(refused, 'refused')
  assert.ok(never.startsWith(plainWords) && never.includes('is not tried again'), never)
  provider.behaviour = { taken: false, answer: 'no' }
  const [retrying, later] = await statusOf('third', '+34612345679')
  assert.equal(retrying, 'retrying')
  assert.match(later, /is tried again/)
  // What an older version has stored of its response, and a response that was not stored.
  for (const [stored, expected] of [
    ['sms_status = null', 'retrying'],
    ['sms_status = null, sms_sent = null', 'sent'],
  ] as const) {
    await app.db.pool.query(`update idempotency_key set ${stored} where idempotency_key = 'third'`)
    await app.db.pool.query(`update sms set status = 'sent' where to_phone = '+34612345679'`)
    assert.equal((await statusOf('third', '+34612345679'))[0], expected, stored)
  }
})

test('SMS_PLAIN_LETTERS: an accent in the title costs no second SMS in Spanish, unless it is off', async () => {
  await using plain = await startDray()
  await using off = await startDray({ SMS_PLAIN_LETTERS: 'off' })
  const textOn = async (app: typeof plain) => {
    const partner = await app.partner({ smsLanguage: 'es' })
    assert.equal((await partner.create({ title: 'Sofá con cojín' })).status, 201)
    return (await app.texts())[0]?.body ?? ''
  }
  const [without, withAccents] = [await textOn(plain), await textOn(off)]
  assert.match(without, /Sofa con cojin/)
  assert.match(withAccents, /Sofá con cojín/)
  assert.deepEqual([segments(without), segments(withAccents)], [2, 4])
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
