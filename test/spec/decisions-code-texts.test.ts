import assert from 'node:assert/strict'
import test from 'node:test'
import { checkCode, startSignIn } from '#contract/app/account.ts'
import { ageCodes, smsTo } from '../support/codes.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf, signIn, stranger } from '../support/person.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

// DESIGN 3, "Codes": sending the SMS, retries, caps and removal.

test('a text the provider refused is sent later, while the code lives; the answer does not wait for it', async () => {
  await using provider = await startSmsProvider()
  provider.behaviour = { taken: false, answer: 'no' }
  await using other = await startDray(provider.env)
  const [soon, late] = [newPhone(), newPhone()]
  const { challenge_id } = await stranger(other).ok(startSignIn, { body: { phone: soon } })
  await stranger(other).ok(startSignIn, { body: { phone: late } })
  await until('both were tried', async () => (await other.texts()).every(({ status }) => status === 'due'))
  provider.behaviour = { taken: true, answer: 'yes' }
  await ageCodes(other, late, 601)
  await other.db.pool.query(`update sms set due_at = now()`)
  await other.db.pool.query(`update sms set give_up_at = now() where to_phone = $1`, [late])
  await using _tasks = runTasks(other)
  await until('neither waits', async () => (await other.texts()).every(({ status }) => status !== 'due'))
  await until('nor is in progress', async () =>
    (await other.texts()).every(({ status }) => status !== 'running'),
  )
  assert.equal(provider.sentTo(soon), 1)
  assert.equal(provider.sentTo(late), 0)
  const code = await codeOf(other, challenge_id)
  const body = { phone: soon, code, kind: 'native' as const }
  assert.ok((await stranger(other).ok(checkCode, { params: { challenge_id }, body })).token)
})

test('codes and the texts on drafts have separate daily caps', async () => {
  await using provider = await startSmsProvider()
  await using other = await startDray({ ...provider.env, SMS_DAILY_CAP_PER_NUMBER: '1' })
  const phone = newPhone()
  const partner = await other.partner()
  const { ok } = stranger(other)
  await ok(startSignIn, { body: { phone } })
  await until('the code went out', () => provider.sentTo(phone) === 1)
  const drafts = [
    await partner.create({ customer_phone: phone }),
    await partner.create({ customer_phone: phone }),
  ]
  assert.deepEqual(
    drafts.map(({ body }) => body.sms_sent),
    [true, false],
  )
  await ageCodes(other, phone, 31)
  await ok(startSignIn, { body: { phone } })
  await until('the next code went out', () => provider.sentTo(phone) === 3)
})

test('codes are removed from SMS when they expire, and challenges after a day', async () => {
  await using other = await startDray()
  const [used, expired, open, old] = [newPhone(), newPhone(), newPhone(), newPhone()]
  await signIn(other, used)
  for (const phone of [expired, open, old]) await stranger(other).ok(startSignIn, { body: { phone } })
  await ageCodes(other, expired, 601)
  await ageCodes(other, old, 86_401)
  await using _tasks = runTasks(other)
  await until('they are', async () => (await smsTo(other, old)).length === 0)
  await until('they are', async () => (await smsTo(other, expired))[0]?.body === '')
  for (const phone of [used, expired]) {
    const [text] = await smsTo(other, phone)
    assert.deepEqual([text?.body, text?.sealed_body], ['', null])
  }
  assert.match((await smsTo(other, open))[0]?.body ?? '', /#\d{6}$/)
  const { rows } = await other.db.pool.query<{ phone: string }>(
    'select phone from phone_challenge order by id',
  )
  assert.deepEqual(
    rows.map(({ phone }) => phone),
    [used, expired, open],
  )
})
