import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  changeMe,
  checkCode,
  endOtherDevices,
  listDevices,
  readMe,
  signOut,
  startSignIn,
} from '#contract/app/account.ts'
import { knownMigrations } from '../../server/db/migration-files.ts'
import { maskPhone } from '../../server/lib/phone.ts'
import { ageCodes } from '../support/codes.ts'
import { startDray } from '../support/dray.ts'
import { envOf } from '../support/json-command.ts'
import { wholeDatabase } from '../support/leftovers.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf, type Person, signIn, stranger } from '../support/person.ts'
import { runCommand } from '../support/process.ts'

// DESIGN 1 and 2: accounts, sessions, and access to the app API.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })
const cookieOf = ({ token }: Pick<Person, 'token'>) => ({ cookie: `dray_session=${token}` })
const native = () => signIn(app, newPhone(), { kind: 'native' })
const sessionsOf = async ({ accountId }: Person) =>
  app.db.kysely.selectFrom('session').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
const days = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 86_400_000)

/** The response of `checkCode` to a browser, on an installation with this base URL. */
async function webSignIn(baseUrl: string) {
  await using other = await startDray({ BASE_URL: baseUrl })
  const phone = newPhone()
  const { challenge_id } = await stranger(other).ok(startSignIn, { body: { phone } })
  const body = { phone, code: await codeOf(other, challenge_id), kind: 'web' as const }
  return await stranger(other).call(checkCode, { params: { challenge_id }, body })
}

test('the session of a browser is a cookie no script can read; with https it is secure and of this host alone', async () => {
  const plain = await webSignIn('http://dray.test')
  const [session, device] = plain.headers.getSetCookie()
  assert.match(session ?? '', /^dray_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/)
  assert.match(device ?? '', /^dray_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  const secure = await webSignIn('https://dray.test')
  assert.match(
    secure.headers.getSetCookie()[0] ?? '',
    /^__Host-dray_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  assert.deepEqual(Object.keys(secure.body as object), ['me'], 'and not in the body')
})

test('the session of a browser changes data only for pages of this origin', async () => {
  const ana = await signIn(app)
  const change = (headers: Record<string, string>) =>
    app.fetch('/app/v1/me', {
      method: 'PUT',
      body: { language: 'es' },
      headers: { ...cookieOf(ana), ...headers },
    })
  const host = new URL(app.url).host
  for (const headers of [
    { origin: app.url },
    { origin: 'http://dray.test' },
    { 'sec-fetch-site': 'same-origin' },
  ])
    assert.equal((await change(headers)).status, 200, JSON.stringify(headers))
  for (const headers of [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: `https://${host}` },
    { origin: `${app.url}.evil.example` },
    { origin: 'http://dray.test.evil.example' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { referer: `${app.url}/` },
  ]) {
    const { status, body } = await change(headers)
    assert.deepEqual(
      [status, (body as { error: string }).error],
      [403, 'unauthorized'],
      JSON.stringify(headers),
    )
  }
  assert.equal((await app.fetch('/app/v1/me', { headers: cookieOf(ana) })).status, 200, 'reading is free')
})

test('the session of a browser cannot be ended by a foreign page, neither by sign-out nor from the list of devices', async () => {
  const ana = await signIn(app)
  for (const [operation, input] of [
    [signOut, {}],
    [endOtherDevices, {}],
  ] as const)
    assert.equal(
      (await ana.refused(operation, { ...input, headers: { origin: 'https://evil.example' } })).status,
      403,
    )
  await ana.ok(readMe)
})

test('the session of an app is a token, shown once and stored only as a hash', async () => {
  const eva = await native()
  assert.match(eva.token, /^[\w-]{43}$/)
  assert.ok(!(await wholeDatabase(app)).includes(eva.token))
  const [session] = await sessionsOf(eva)
  assert.equal(session?.token_hash.length, 32)
  const change = { method: 'PUT', body: { name: 'Eva' }, headers: bearer(eva) }
  assert.equal((await app.fetch('/app/v1/me', change)).status, 200, 'without an Origin')
})

test('cookie and token together are refused, because the caller is ambiguous', async () => {
  const [ana, eva] = [await signIn(app), await native()]
  for (const method of ['GET', 'POST']) {
    const path = method === 'GET' ? '/app/v1/me' : '/app/v1/sign-out'
    const headers = { ...cookieOf(ana), ...bearer(eva), origin: app.url }
    const { status, body } = await app.fetch(path, { method, headers })
    assert.deepEqual([status, (body as { error: string }).error], [400, 'validation_error'])
  }
  const headers = { ...cookieOf(ana), authorization: 'Basic cHJveHk6cHJveHk=' }
  assert.equal((await app.fetch('/app/v1/me', { headers })).status, 200, 'the Basic of a proxy is not ours')
})

test('without a session, or with an unknown, ended or expired session: 401 signed_out', async () => {
  const [ended, over] = [await native(), await native()]
  await ended.ok(signOut)
  await app.db.kysely
    .updateTable('session')
    .set({ expires_at: new Date(0) })
    .where('account_id', '=', over.accountId)
    .execute()
  const unknown = { token: 'A'.repeat(43) }
  for (const headers of [
    {},
    bearer(unknown),
    cookieOf(unknown),
    bearer({ token: 'short' }),
    bearer({ token: '' }),
    bearer(ended),
    bearer(over),
    cookieOf(over),
  ]) {
    const { status, body } = await stranger(app).refused(readMe, {
      headers,
    })
    assert.deepEqual([status, body.error], [401, 'signed_out'], JSON.stringify(headers))
  }
  const answer = await stranger(app).refused(readMe, { headers: cookieOf(over) })
  assert.equal(answer.headers.get('set-cookie'), null, 'the browser may have a newer one by now')
})

test('sessions live 90 days in a browser and a year in an app, from their last use on', async () => {
  for (const [kind, life] of [
    ['web', 90],
    ['native', 365],
  ] as const) {
    const person = await signIn(app, newPhone(), { kind })
    const [fresh] = await sessionsOf(person)
    assert.equal(days(fresh?.created_at ?? new Date(0), fresh?.expires_at ?? new Date(0)), life)
    await person.ok(readMe)
    assert.deepEqual(await sessionsOf(person), [fresh], 'a use within five minutes writes nothing')
    await app.db.pool.query(
      `update session set last_seen_at = last_seen_at - interval '40 days', expires_at = expires_at - interval '40 days'
       where account_id = $1`,
      [person.accountId],
    )
    const { headers } = await person.call(readMe)
    const [used] = await sessionsOf(person)
    assert.equal(days(used?.created_at ?? new Date(0), used?.expires_at ?? new Date(0)), life)
    assert.ok((used?.last_seen_at ?? 0) >= (fresh?.last_seen_at ?? 0))
    const renewed = kind === 'web' ? new RegExp(`^dray_session=${person.token}; Max-Age=7776000;`) : /^$/
    assert.match(headers.get('set-cookie') ?? '', renewed)
  }
})

test('a session ends a year after its sign-in, in a browser and in an app, regardless of its use', async () => {
  const age = (person: Person, span: string) =>
    app.db.pool.query(
      `update session set created_at = created_at - $2::interval, last_seen_at = last_seen_at - $2::interval,
         expires_at = expires_at - $2::interval where account_id = $1`,
      [person.accountId, span],
    )
  for (const kind of ['web', 'native'] as const) {
    const person = await signIn(app, newPhone(), { kind })
    for (let month = 1; month <= 12; month++) {
      await age(person, '30 days')
      await person.ok(readMe)
    }
    const [used] = await sessionsOf(person)
    assert.equal(days(used?.created_at ?? new Date(0), used?.expires_at ?? new Date(0)), 365, kind)
    await age(person, '5 days')
    const { status, body } = await person.refused(readMe)
    assert.deepEqual([status, body.error], [401, 'signed_out'], kind)
  }
})

test('a session of an older version that was to live longer ends a year after its sign-in too', async () => {
  const person = await native()
  await app.db.pool.query(
    `update session set created_at = now() - interval '300 days', expires_at = now() + interval '365 days'
     where account_id = $1`,
    [person.accountId],
  )
  const migration = knownMigrations().find(({ name }) => name === '0017_session_end')
  await app.db.pool.query(migration?.text ?? '')
  const [session] = await sessionsOf(person)
  assert.equal(days(new Date(), session?.expires_at ?? new Date(0)), 65)
})

test('signing out ends the session and its cookie; without one it is not an error', async () => {
  const [ana, eva] = [await signIn(app), await native()]
  assert.match(
    (await ana.call(signOut)).headers.get('set-cookie') ?? '',
    /^dray_session=; Max-Age=0;.*HttpOnly/,
  )
  await eva.ok(signOut)
  for (const person of [ana, eva]) {
    assert.equal((await person.refused(readMe)).status, 401)
    await person.ok(signOut)
  }
  await stranger(app).ok(signOut)
})

test('name and language are changed separately, and responses use them', async () => {
  const ana = await signIn(app, newPhone(), { language: 'en' })
  assert.equal((await ana.ok(changeMe, { body: { name: '  Ana   María ' } })).name, 'Ana   María')
  await ana.ok(changeMe, { body: { language: 'es' } })
  await ana.ok(changeMe, { body: {} })
  const me = await ana.ok(readMe)
  assert.deepEqual([me.name, me.language], ['Ana   María', 'es'])
  for (const name of ['', '   ', 'x'.repeat(81), 'a\u0000b']) {
    const { status, body } = await ana.refused(changeMe, { body: { name } })
    assert.deepEqual([status, Object.keys(body.details ?? {})], [400, ['name']])
    assert.match(body.message, /dato/, 'in the language of the account')
  }
  const { body } = await ana.refused(changeMe, {
    body: { name: '' },
    headers: { 'accept-language': 'en-GB' },
  })
  assert.match(body.message, /not valid/)
})

test('a suspended account is refused on every call at once and at sign-in, and goes on when it is resumed', async () => {
  const phone = newPhone()
  const ana = await signIn(app, phone)
  const env = envOf(app)
  const account = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(['account', ...args, '--json'], env)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as unknown
  }
  assert.deepEqual(await account('suspend', ana.accountId, '--reason', 'a test'), {
    account_id: ana.accountId,
    suspended: true,
  })
  for (const operation of [readMe, listDevices, endOtherDevices]) {
    const { status, body } = await ana.refused(operation)
    assert.deepEqual([status, body.error], [403, 'account_suspended'])
  }
  const listed = (await account('list')) as {
    account_id: string
    phone: string
    suspended_reason: string | null
  }[]
  const entry = listed.find(({ account_id }) => account_id === ana.accountId)
  assert.deepEqual([entry?.phone, entry?.suspended_reason], [maskPhone(phone), 'a test'])
  await ageCodes(app, phone, 31)
  const { challenge_id } = await stranger(app).ok(startSignIn, { body: { phone } })
  const body = { phone, code: await codeOf(app, challenge_id), kind: 'web' as const }
  const refused = await stranger(app).refused(checkCode, { params: { challenge_id }, body })
  assert.deepEqual([refused.status, refused.body.error], [403, 'account_suspended'])
  assert.equal(refused.headers.get('set-cookie'), null)
  assert.equal((await sessionsOf(ana)).length, 1)
  await account('resume', ana.accountId)
  await ana.ok(readMe)
  await account('suspend', ana.accountId)
  await ana.ok(signOut)
  assert.notEqual((await sessionsOf(ana))[0]?.ended_at, null, 'signing out is always possible')
})

test('dray account suspend and resume: an unknown account exits with 1', async () => {
  const env = envOf(app)
  for (const verb of ['suspend', 'resume']) {
    const { code, stderr } = await runCommand(['account', verb, '01a200ab-413b-748a-91aa-6c1e9936e095'], env)
    assert.equal(code, 1)
    assert.match(stderr, /There is no account 01a200ab/)
  }
})
