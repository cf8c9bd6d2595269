import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import {
  finishPasskeyRegistration,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '#contract/admin/session.ts'
import { newId } from '../../server/lib/ids.ts'
import { inviteMember } from '../../server/members/invite.ts'
import { byOperator } from '../support/by-operator.ts'
import { type Answered, ask, assertAlike } from '../support/doors.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { joinAsPartner } from '../support/partner-people.ts'
import { passTime } from '../support/pass-time.ts'
import { newPasskey } from '../support/passkey.ts'
import { joinAsStaff, openBrowser, password } from '../support/staff.ts'

/*
 * DESIGN 3, Codes, for the members: no response without a session reveals whether a name, a passkey or a link belongs
 * to a member. The same random requests are made for a member and for an unknown name, each from separate addresses,
 * and get equal responses.
 */
const app = await startDray({ TRUST_PROXY: '1' })
after(() => app[Symbol.asyncDispose]())
const { partnerId } = await app.partner()
const partnerAdmin = await joinAsPartner(app, partnerId, 'admin')

type Surface = 'admin' | 'partner'
type Step = { act: 'password'; word: string; address: number } | { act: 'pass'; minutes: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('password' as const),
      // The right one, with a wrong code, and a wrong one.
      word: fc.constantFrom(password, 'wrong horse battery'),
      address: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('pass' as const), minutes: fc.constantFrom(5, 35, 61, 1_441) }),
  },
)

let runs = 0

const memberOf = async (surface: Surface) =>
  surface === 'admin'
    ? (await joinAsStaff(app, 'staff')).loginName
    : (await joinAsPartner(app, partnerId, 'viewer')).loginName

async function run(surface: Surface, steps: readonly Step[]): Promise<void> {
  const no = runs++
  const names = [await memberOf(surface), `nobody${no}@dray.test`]
  for (const each of steps) {
    if (each.act === 'pass') {
      await passTime(app.db, `${each.minutes} minutes`)
      continue
    }
    const answers: Answered[] = []
    for (const [kind, name] of names.entries()) {
      const body = { login_name: name, password: each.word, code: '000000' }
      const address = `10.${kind}.${no}.${each.address + 1}`
      answers.push({ name, ...(await ask(app, { path: `/${surface}/v1/sign-in/password`, body, address })) })
    }
    assertAlike(answers.map(withBody), JSON.stringify(each))
  }
}

const withBody = <A extends Answered & { body?: unknown }>(answer: A): A => ({
  ...answer,
  seen: { ...answer.seen, body: withoutSeconds(answer.body) },
})

/** The text of a 429 says the seconds in words. */
const withoutSeconds = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null).replaceAll(/\d+/g, '0'))

const times = Number(process.env['FC_TIMES'] ?? 1)

for (const surface of ['admin', 'partner'] as const)
  test(`the password sign-in of ${surface} answers alike for a member and for nobody, through the limits and past them`, async () => {
    const steps = fc.array(step, { minLength: 10, maxLength: 45, size: 'max' })
    await fc.assert(
      fc.asyncProperty(steps, (given) => run(surface, given)),
      { numRuns: 5 * times },
    )
  })

/** The statements that a request takes, without the background's. */
async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }]
    const text = typeof first === 'string' ? first : (first.text ?? '')
    if (/member|phone_challenge|code_stop|pg_advisory/.test(text))
      seen.push(text.split(/\s+/).slice(0, 4).join(' '))
    return Reflect.apply(query, this, args)
  } as typeof pg.Client.prototype.query
  try {
    await request()
  } finally {
    Reflect.set(pg.Client.prototype, 'query', query)
  }
  return seen
}

test('a request takes the same statements for a member or number that is known and for one that is not', async () => {
  const partner = await app.partner()
  const known = newPhone()
  await partner.create({ customer_phone: known })
  const start = (phone: string) =>
    statementsOf(() => ask(app, { path: '/app/v1/sign-in', body: { phone }, address: '10.7.0.1' }))
  assert.deepEqual(await start(known), await start(newPhone()))
  const tryName = (login_name: string) => {
    const body = { login_name, password: 'wrong horse battery', code: '000000' }
    return statementsOf(() => ask(app, { path: '/partner/v1/sign-in/password', body, address: '10.7.0.2' }))
  }
  assert.deepEqual(await tryName(partnerAdmin.loginName), await tryName('nobody@dray.test'))
})

test('a known passkey and an unknown one are refused alike, with the same statements', async () => {
  const order = {
    partnerId: null,
    name: 'Pia',
    role: 'viewer' as const,
    language: 'en' as const,
    by: byOperator(),
  }
  const { token } = await inviteMember(app.db, order)
  const [browser, passkey, other] = [openBrowser(app), newPasskey(), newPasskey()]
  const started = await browser.ok(startPasskeyRegistration, { body: { token } })
  const credential = passkey.create(started.options)
  const finish = { params: { challenge_id: started.challenge_id }, body: { token, credential } }
  await browser.ok(finishPasskeyRegistration, finish)
  for (const surface of ['admin', 'partner'] as const) {
    const answers: Answered[] = []
    const statements: string[][] = []
    for (const [name, mine] of [passkey, other].entries()) {
      const { challenge_id, options } = await openBrowser(app).ok(startPasskeySignIn)
      const body = { credential: mine.get(options, { origin: 'https://dray.test.example' }) }
      const path = `/${surface}/v1/sign-in/passkey/${challenge_id}`
      statements.push(
        await statementsOf(async () =>
          answers.push({
            name: String(name),
            ...(await ask(app, { path, body, address: `10.8.${name}.1` })),
          }),
        ),
      )
    }
    assertAlike(answers.map(withBody), surface)
    assert.equal(answers[0]?.seen['status'], 422)
    assert.deepEqual(statements[0], statements[1])
  }
})

test('drafts that wait and drafts that do not exist have the same page, and so have tokens of no invitation', async () => {
  const { body } = await (await app.partner()).create({ customer_phone: newPhone() })
  const waiting = new URL(body.deep_link_url).pathname
  const pages = await Promise.all(
    [waiting, waiting.replace(/\w{5}$/, 'AAAAA')].map(async (path) => {
      const response = await fetch(app.url + path, { redirect: 'manual' })
      const { date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers)
      assert.ok(date)
      const text = (await response.text()).replaceAll(/nonce-[\w+/=-]+|nonce="[^"]*"/g, '')
      return [response.status, { ...headers, 'content-security-policy': '' }, text]
    }),
  )
  assert.deepEqual(pages[0], pages[1])
  for (const surface of ['admin', 'partner']) {
    const refused = await ask(app, {
      path: `/${surface}/v1/invitation`,
      body: { token: 'A'.repeat(43) },
      address: '10.9.0.1',
    })
    assert.equal(refused.seen.status, 422)
  }
  const unknown = await ask(app, {
    path: `/app/v1/sign-in/${newId()}`,
    body: { phone: newPhone(), code: '000000', kind: 'web' },
    address: '10.9.0.2',
  })
  assert.equal(unknown.seen.status, 422)
})
