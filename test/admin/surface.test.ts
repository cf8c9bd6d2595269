import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { adminOperations } from '#contract/admin/index.ts'
import { changeStaffMe, endStaffSession, listStaffSessions, readStaffMe } from '#contract/admin/own-access.ts'
import { confirmTotp, setPassword, signInWithPassword, startPasskeySignIn } from '#contract/admin/session.ts'
import { readMe } from '#contract/app/account.ts'
import { ownerLink } from '../../server/start/first-start.ts'
import { startDray } from '../support/dray.ts'
import { personOf, signIn } from '../support/person.ts'
import { freshCode, joinAs, joinAsOwner, openBrowser, password, tokenOf, totpCode } from '../support/staff.ts'

/* Decision 30: the panel is closed to every other surface, and to pages of other sites. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)

const changing = adminOperations.filter(({ method }) => method !== 'GET')
const anyInput = {
  params: new Proxy({}, { get: () => '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803' }),
  body: {},
}

for (const [kind, headers] of [
  ['another site', { origin: 'https://other.example' }],
  ['another site, as the browser says', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a sibling host', { origin: 'http://evil.dray.test', 'sec-fetch-site': 'same-site' }],
] as const)
  test(`what changes something is refused from a page of ${kind}, with a session and without`, async () => {
    for (const operation of changing) {
      const input = { params: anyInput.params, headers, ...(operation.body && { body: {} }) }
      assert.equal(await owner.refused(operation, input as never), '403 unauthorized', operation.operationId)
      assert.equal(await openBrowser(app).refused(operation, input as never), '403 unauthorized')
    }
    await owner.ok(readStaffMe)
  })

test('a page of this service is known by its origin or by what the browser says', async () => {
  const body = { language: 'es' as const }
  await owner.ok(changeStaffMe, { body, headers: { origin: 'null', 'sec-fetch-site': 'same-origin' } })
  await owner.ok(changeStaffMe, { body, headers: { origin: app.url } })
})

test('the session of a customer does not open the panel, nor a member the app', async () => {
  const customer = await signIn(app)
  const asStaff = openBrowser(app)
  asStaff.cookies.set('dray_staff', customer.token)
  assert.equal(await asStaff.refused(readStaffMe), '401 signed_out')
  const bearer = { headers: { authorization: `Bearer ${owner.cookies.get('dray_staff')}` } }
  assert.equal(await openBrowser(app).refused(readStaffMe, bearer), '401 signed_out')
  const { phone, accountId } = customer
  const token = owner.cookies.get('dray_staff') ?? ''
  for (const kind of ['web', 'native'] as const) {
    const asCustomer = personOf(app, { accountId, phone, token, kind })
    assert.equal((await asCustomer.refused(readMe)).status, 401)
  }
  const key = { headers: { 'x-api-key': (await app.partner()).apiKey } }
  assert.equal(await openBrowser(app).refused(readStaffMe, key), '401 signed_out')
})

test('the cookies go only to the panel, over https, and to no script', async () => {
  await using secure = await startDray({ BASE_URL: 'https://panel.example' })
  const browser = openBrowser(secure, { origin: 'https://panel.example' })
  const token = tokenOf((await ownerLink(secure.db.kysely, 'https://panel.example')) ?? '')
  const { challenge_id, secret } = await browser.ok(setPassword, {
    body: { token, login_name: 'owner', password },
  })
  const confirmation = { params: { challenge_id }, body: { token, code: totpCode(secret) } }
  const { headers } = await browser.call(confirmTotp, confirmation)
  const [session = '', device = ''] = headers.getSetCookie()
  const rest = 'Path=/admin; HttpOnly; Secure; SameSite=Strict'
  assert.match(session, new RegExp(`^__Secure-dray_staff=[\\w-]{43}; Max-Age=1209600; ${rest}$`))
  assert.match(device, new RegExp(`^__Secure-dray_staff_device=[\\w-]{43}; Max-Age=34560000; ${rest}$`))
  assert.notEqual(session.split('=')[1], device.split('=')[1])
  await browser.ok(readStaffMe)
})

test('a member sees the own sessions only, and ends them', async () => {
  const other = openBrowser(app, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
  const body = { login_name: owner.loginName, password, code: await freshCode(app, owner) }
  await other.ok(signInWithPassword, { body })
  const stranger = await joinAs(app, owner, 'viewer')
  const { sessions } = await owner.ok(listStaffSessions)
  const newest = sessions.find(({ current }) => !current)
  assert.equal(newest?.device, 'Firefox, Linux')
  const end = { params: { session_id: newest?.session_id ?? '' } }
  assert.equal(await stranger.refused(endStaffSession, end), '404 not_found')
  await owner.ok(endStaffSession, end)
  await owner.ok(endStaffSession, end)
  assert.equal(await other.refused(readStaffMe), '401 signed_out')
})

test('unknown paths and methods, other bodies and large ones are refused in the shape of the panel', async () => {
  const answers: [string, Parameters<typeof app.fetch>[1], string][] = [
    ['/admin/v1/nothing', {}, '404 not_found'],
    ['/admin/v1/me', { method: 'DELETE' }, '405 method_not_allowed'],
    ['/admin/v1/sign-in/password', { method: 'POST', raw: '{' }, '400 validation_error'],
    [
      '/admin/v1/sign-in/password',
      { raw: 'a', headers: { 'content-type': 'text/plain' } },
      '415 unsupported_media_type',
    ],
    ['/admin/v1/sign-in/password', { raw: `"${'x'.repeat(70_000)}"` }, '413 payload_too_large'],
  ]
  for (const [path, sent, expected] of answers) {
    const headers = { origin: app.url, ...sent?.headers }
    const { status, body } = await app.fetch(path, { ...sent, headers })
    assert.equal(`${status} ${(body as { error: string }).error}`, expected, path)
  }
})

test('/admin/openapi.json lists every operation with its role', async () => {
  const { status, body } = await app.fetch('/admin/openapi.json')
  assert.equal(status, 200)
  const { paths } = body as {
    paths: Record<string, Record<string, { operationId: string; 'x-access': string }>>
  }
  const listed = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((each) => `${each.operationId} ${each['x-access']}`),
  )
  assert.deepEqual(
    listed.sort(),
    adminOperations.map(({ operationId, access }) => `${operationId} ${access}`).sort(),
  )
})

test('an address may not begin 61 sign-ins in a minute', async () => {
  await using other = await startDray()
  const statuses = []
  for (let at = 0; at < 61; at++) statuses.push((await openBrowser(other).call(startPasskeySignIn)).status)
  assert.deepEqual([statuses[59], statuses[60]], [200, 429])
})

test('nothing that lets somebody in is logged', async () => {
  const link = (await joinAs(app, owner, 'staff')).cookies
  const secrets = [
    password,
    owner.secret,
    owner.loginName,
    ...owner.recoveryCodes,
    ...owner.cookies.values(),
    ...link.values(),
  ]
  const log = app.logged.join('\n')
  assert.ok(log.length > 1_000)
  for (const secret of secrets) assert.ok(!log.includes(secret))
})
