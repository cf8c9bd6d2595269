import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkCode, startSignIn } from '#contract/app/account.ts'
import type { AppError } from '#contract/app/common.ts'
import type { Sms } from '#contract/sandbox/texts.ts'
import { onlyCodes, smsTo } from '../support/codes.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { stranger } from '../support/person.ts'
import { playToEnd, type SandboxUser, sandboxUser } from '../support/sandbox.ts'

// Decision 41: the customer of a world gets a code, and the codes of real accounts are not shown to partners.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

async function codesOf(user: SandboxUser): Promise<Sms[]> {
  const { body } = await user.sandbox<{ sms: Sms[] }>('GET', '/sms')
  return body.sms.filter(({ kind }) => kind === 'code')
}

/** A job by hand whose customer has signed in with this number. */
async function signedIn(user: SandboxUser, phone: string): Promise<string> {
  const { body } = await user.create({ customer_phone: phone })
  await user.move(body.job_id, 'sign_in')
  return body.job_id
}

test('sandbox: the customer who signs in gets a text with a code, which this key alone reads', async () => {
  const [user, other] = [await sandboxUser(app), await sandboxUser(app)]
  const phone = newPhone()
  const jobId = await signedIn(user, phone)
  const [text, ...others] = await codesOf(user)
  assert.deepEqual(others, [])
  assert.deepEqual([text?.job_id, text?.to, text?.link, text?.status], [jobId, phone, null, 'sent'])
  assert.match(text?.code ?? '', /^\d{6}$/)
  assert.match(text?.body ?? '', new RegExp(`^Dray: ${text?.code} es .*\n\n@dray\\.test #${text?.code}$`))
  assert.deepEqual(await codesOf(other), [])
  const [row] = await smsTo(app, phone).then((all) => all.filter(({ kind }) => kind === 'code'))
  assert.deepEqual([row?.provider, row?.mode, row?.challenge_id], ['outbox', 'test', null])
})

test('sandbox: that code signs nobody in, and the code of a real sign-in with the number is not shown', async () => {
  const user = await sandboxUser(app)
  const phone = newPhone()
  await signedIn(user, phone)
  const [text] = await codesOf(user)
  const counted = 'select from phone_challenge where phone = $1'
  assert.equal((await app.db.pool.query(counted, [phone])).rowCount, 0, 'the move begins no sign-in')
  const { call, ok } = stranger(app)
  const { challenge_id } = await ok(startSignIn, { body: { phone } })
  const refused = await call(checkCode, {
    params: { challenge_id },
    body: { phone, code: text?.code ?? '', kind: 'native' },
  })
  assert.deepEqual([refused.status, (refused.body as AppError).error], [422, 'code_wrong'])
  assert.equal(onlyCodes(await smsTo(app, phone)).length, 1, 'a real code was sent')
  assert.deepEqual(await codesOf(user), [text])
})

test('sandbox: a live job and a real account can have no text with a code of the sandbox', async () => {
  const live = await app.partner()
  const { body } = await live.create()
  const insert = `insert into sms (id, kind, job_id, mode, to_phone, body, provider, status, give_up_at)
    values (gen_random_uuid(), 'code', $1, $2, '+34612345678', '', 'outbox', 'sent', now())`
  await assert.rejects(app.db.pool.query(insert, [body.job_id, 'live']), /sms_about/)
  await assert.rejects(app.db.pool.query(insert, [null, 'test']), /sms_about/)
})

test('sandbox: stories have a code for each sign-in, the same for the same calls, and it goes with the world', async () => {
  const codes: (string | null)[][] = []
  for (const _run of [1, 2]) {
    const user = await sandboxUser(app)
    for (const reference of ['a', 'b']) await user.begin('happy', reference)
    await playToEnd(user)
    const texts = await codesOf(user)
    assert.equal(texts.length, 2)
    codes.push(texts.map(({ code }) => code))
    await user.sandbox('DELETE', '/world')
    assert.deepEqual(await codesOf(user), [])
  }
  assert.deepEqual(codes[0], codes[1])
  assert.equal(new Set(codes[0]).size, 2)
})
