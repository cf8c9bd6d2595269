import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  checkCode,
  endDevice,
  endOtherDevices,
  listDevices,
  readMe,
  startSignIn,
} from '#contract/app/account.ts'
import { ageCodes } from '../support/codes.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf, type Person, signIn, stranger } from '../support/person.ts'

// DESIGN 1 and 2: accounts, sessions, and access to the app API.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const native = () => signIn(app, newPhone(), { kind: 'native' })
const sessionsOf = async ({ accountId }: Person) =>
  app.db.kysely.selectFrom('session').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

test('devices: are listed with name and kind, the last used first', async () => {
  const phone = newPhone()
  const phoneApp = await signIn(app, phone, { kind: 'native', device: "Ana's phone" })
  await ageCodes(app, phone, 31)
  const { challenge_id } = await stranger(app).ok(startSignIn, { body: { phone } })
  await stranger(app).ok(checkCode, {
    params: { challenge_id },
    body: { phone, code: await codeOf(app, challenge_id), kind: 'web' },
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    },
  })
  const { devices } = await phoneApp.ok(listDevices)
  assert.deepEqual(
    devices.map(({ device, kind, current }) => ({ device, kind, current })),
    [
      { device: 'Safari, iPhone', kind: 'web', current: false },
      { device: "Ana's phone", kind: 'native', current: true },
    ],
  )
})

test('devices: a device can be ended, also twice; a device of another account cannot', async () => {
  const [ana, eva] = [await native(), await signIn(app)]
  const [hers] = (await eva.ok(listDevices)).devices
  const { status } = await ana.refused(endDevice, { params: { session_id: hers?.session_id ?? '' } })
  assert.equal(status, 404)
  await eva.ok(readMe)
  const [own] = (await ana.ok(listDevices)).devices
  await eva.refused(endDevice, { params: { session_id: own?.session_id ?? '' } })
  await ana.ok(endDevice, { params: { session_id: own?.session_id ?? '' } })
  assert.equal((await ana.refused(readMe)).body.error, 'signed_out')
  assert.equal((await eva.refused(endDevice, { params: { session_id: 'nonsense' } })).status, 404)
})

test('devices: all other devices can be ended at once', async () => {
  const phone = newPhone()
  const here = await signIn(app, phone)
  await ageCodes(app, phone, 31)
  const there = await signIn(app, phone, { kind: 'native' })
  const another = await native()
  assert.equal((await here.ok(listDevices)).devices.length, 2)
  await here.ok(endOtherDevices)
  assert.equal((await there.refused(readMe)).status, 401)
  assert.equal((await here.ok(listDevices)).devices.length, 1)
  await another.ok(readMe)
  const [first, second] = await sessionsOf(here)
  assert.deepEqual([first?.ended_at === null, second?.ended_at === null], [true, false])
})
