import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { changeMe, readMe, startSignIn } from '#contract/app/account.ts'
import { accountHeader } from '#contract/app/account-header.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf, signIn, stranger } from '../support/person.ts'

// Decision 7: a browser has one session, and does nothing for another account than that of the session.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

test('a sign-in ends the session that the device had, also of another account, and no other; a wrong code ends none', async () => {
  const [ana, anasPhone] = [await signIn(app), await signIn(app, newPhone(), { kind: 'native' })]
  const body = { phone: newPhone(), kind: 'web' as const }
  const { challenge_id } = await stranger(app).ok(startSignIn, { body: { phone: body.phone } })
  const right = await codeOf(app, challenge_id)
  const wrong = right === '000000' ? '000001' : '000000'
  const check = (code: string) =>
    app.fetch(`/app/v1/sign-in/${challenge_id}`, {
      method: 'POST',
      headers: { cookie: `dray_session=${ana.token}`, origin: app.url },
      body: { ...body, code },
    })
  assert.equal((await check(wrong)).status, 422)
  await ana.ok(readMe)
  assert.equal((await check(right)).status, 200)
  assert.equal((await ana.refused(readMe)).status, 401)
  await anasPhone.ok(readMe)
})

test('a request for another account than that of the session: 401 signed_out, nothing is done, the session goes on', async () => {
  const [ana, berta] = [await signIn(app), await signIn(app)]
  const headers = { [accountHeader]: ana.accountId }
  const {
    status,
    body,
    headers: answered,
  } = await berta.refused(changeMe, { body: { name: 'Ana' }, headers })
  assert.deepEqual([status, body.error, answered.get('set-cookie')], [401, 'signed_out', null])
  assert.equal((await berta.ok(readMe)).name, null)
  const own = { [accountHeader]: berta.accountId }
  assert.equal((await berta.ok(changeMe, { body: { name: 'Berta' }, headers: own })).name, 'Berta')
})
