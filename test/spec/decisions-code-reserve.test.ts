import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startSignIn } from '#contract/app/account.ts'
import { ageCodes } from '../support/codes.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf, stranger } from '../support/person.ts'

const app = await startDray({ TRUST_PROXY: '1' })
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

type Ask = { address: string; short_id?: string; cookie?: string }

const ask = (phone: string, { address, short_id, cookie }: Ask) =>
  stranger(app).ok(startSignIn, {
    body: { phone, ...(short_id && { short_id }) },
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  })

async function codesTo(phone: string): Promise<number> {
  const { rows } = await app.db.pool.query<{ sent: number }>(
    `select count(*) as sent from sms where kind = 'code' and to_phone = $1`,
    [phone],
  )
  return rows[0]?.sent ?? 0
}

async function draftFor(phone: string): Promise<string> {
  const { body } = await partner.create({ customer_phone: phone })
  return /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? assert.fail('no link')
}

/** Requests codes from each address in turn, as early as allowed, until no code is sent for an hour. */
async function attack(phone: string, addresses: number): Promise<void> {
  for (let quiet = 0, turn = 0; quiet < 5; turn++) {
    const before = await codesTo(phone)
    for (let n = 0; n < addresses; n++) {
      await ask(phone, { address: `198.51.100.${(turn + n) % addresses}` })
      await ageCodes(app, phone, 121)
    }
    quiet = (await codesTo(phone)) === before ? quiet + 1 : 0
  }
}

test('two addresses that ask for all they can leave a code for the address of the owner', async () => {
  const phone = newPhone()
  await draftFor(phone)
  await attack(phone, 2)
  const before = await codesTo(phone)
  assert.ok(before <= 6)
  await ageCodes(app, phone, 600)
  await ask(phone, { address: '203.0.113.1' })
  assert.equal(await codesTo(phone), before + 1)
})

test('twenty addresses cannot keep the codes from the holder of the draft link', async () => {
  const phone = newPhone()
  const short_id = await draftFor(phone)
  await attack(phone, 20)
  const before = await codesTo(phone)
  assert.equal(before, 7)
  const without = await ask(phone, { address: '203.0.113.1' })
  assert.equal(await codesTo(phone), before)
  assert.ok(without.resend_after_seconds > 3_600, 'the answer tells the true span')
  const { resend_after_seconds } = await ask(phone, { address: '203.0.113.1', short_id })
  assert.equal(await codesTo(phone), before + 1)
  assert.equal(resend_after_seconds, 30)
})

test('the owner with the link need not wait for the gap that others keep open', async () => {
  const phone = newPhone()
  const short_id = await draftFor(phone)
  for (let n = 0; n < 20; n++) {
    await ask(phone, { address: `198.51.100.${n}` })
    await ageCodes(app, phone, 31)
  }
  await ask(phone, { address: '198.51.100.1' })
  const before = await codesTo(phone)
  await ask(phone, { address: '203.0.113.1', short_id })
  assert.equal(await codesTo(phone), before + 1)
})

test('a device that has signed in with the number before is sent a code, also after its sign-out', async () => {
  const phone = newPhone()
  const cookie = await deviceCookieOf(phone)
  await ageCodes(app, phone, 600)
  await attack(phone, 20)
  const before = await codesTo(phone)
  await ask(phone, { address: '203.0.113.1' })
  await ask(phone, { address: '203.0.113.1', cookie: await deviceCookieOf(newPhone()) })
  assert.equal(await codesTo(phone), before, 'another number’s device is not a proof')
  await ask(phone, { address: '203.0.113.1', cookie })
  assert.equal(await codesTo(phone), before + 1)
})

test('the cookie of a device is set at the sign-in of a browser and holds no number', async () => {
  const phone = newPhone()
  const cookie = await deviceCookieOf(phone)
  assert.match(cookie, /^dray_device=[\w-]{43}$/)
})

test('the link of another number and an unknown link are not a proof; a proof ends at ten codes a day', async () => {
  const phone = newPhone()
  const own = await draftFor(phone)
  const foreign = await draftFor(newPhone())
  await attack(phone, 20)
  for (const short_id of [foreign, 'AAAAAAAAAAAAAA']) {
    await ask(phone, { address: '203.0.113.1', short_id })
    assert.equal(await codesTo(phone), 7)
  }
  for (let n = 0; n < 6; n++) {
    await ask(phone, { address: `203.0.113.${n}`, short_id: own })
    await ageCodes(app, phone, 601)
  }
  assert.equal(await codesTo(phone), 10)
})

/** Signs in again like a browser and returns the device cookie. */
async function deviceCookieOf(phone: string): Promise<string> {
  const { challenge_id } = await ask(phone, { address: '203.0.113.77' })
  const code = await codeOf(app, challenge_id)
  const response = await fetch(`${app.url}/app/v1/sign-in/${challenge_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, code, kind: 'web' }),
  })
  assert.equal(response.status, 200)
  const set = response.headers.getSetCookie().find((text) => text.startsWith('dray_device='))
  assert.match(set ?? '', /HttpOnly; SameSite=Lax/)
  return set?.split(';')[0] ?? assert.fail('no device cookie')
}

test('16 made-up numbers cannot use up the hourly caps of an address, a country and all: the last fifth is for the known', async () => {
  for (const cap of ['CODES_PER_HOUR_PER_ADDRESS', 'CODES_PER_HOUR_PER_COUNTRY', 'CODES_PER_HOUR']) {
    await using other = await startDray({ [cap]: '10' })
    const numbers = await other.partner()
    const askFor = (phone: string, short_id?: string) =>
      stranger(other).ok(startSignIn, { body: { phone, ...(short_id && { short_id }) } })
    const sent = async () => (await other.db.pool.query(`select from sms where kind = 'code'`)).rowCount
    for (let n = 0; n < 12; n++) await askFor(newPhone())
    assert.equal(await sent(), 8, `${cap}: unknown numbers`)
    const [waiting, owner] = [newPhone(), newPhone()]
    const { body } = await numbers.create({ customer_phone: owner })
    await numbers.create({ customer_phone: waiting })
    await askFor(waiting)
    assert.equal(await sent(), 9, `${cap}: a number for which a draft waits`)
    await askFor(owner)
    assert.equal(await sent(), 9, `${cap}: the last tenth is for callers with a proof`)
    await ageCodes(other, owner, 31)
    await askFor(owner, /draft\/(\w+)/.exec(body.deep_link_url)?.[1])
    assert.equal(await sent(), 10, `${cap}: the holder of the link`)
  }
})
