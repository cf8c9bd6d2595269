import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startDray, type TestDray } from '../support/dray.ts'
import { type Ran, runCommand } from '../support/process.ts'
import { startRedis } from '../support/redis.ts'
import { advanceClocks } from '../support/still-clock.ts'
import { until } from '../support/until.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

type Row = Record<string, unknown>
type AuditRow = {
  at: string
  actor_type: string
  actor_name: string
  act: string
  targets: { type: string; id: string }[]
  reason: string | null
  changes: Record<string, { from: unknown; to: unknown }> | null
}

const run = (args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  runCommand(args, { DATABASE_URL: app.db.url, DATA_DIR: app.dataDir, ...env })

async function json<T>(args: string[], env?: Record<string, string>): Promise<T> {
  const { code, stdout, stderr } = await run([...args, '--json'], env)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as T
}

const refused = async (args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(args)
  assert.equal(code, 1)
  assert.equal(stdout, '')
  return stderr
}

const unknownJob = '/v1/jobs/01890000-0000-7000-8000-000000000000'
const call = (apiKey: string, at: TestDray = app) =>
  at.fetch(unknownJob, { headers: { 'x-api-key': apiKey } })
/** Waits until the node has looked up the key; on a busy machine that may take several calls. */
const known = (apiKey: string, at: TestDray) =>
  until('the node knows the key', async () => (await call(apiKey, at)).status === 404)
const limits = ({ headers }: { headers: Headers }) => [
  headers.get('x-ratelimit-limit'),
  headers.get('x-ratelimit-remaining'),
]
const eventsOf = async (id: string): Promise<AuditRow[]> =>
  (await json<AuditRow[]>(['audit', 'list'])).filter(({ targets }) => targets.some((one) => one.id === id))

test('DESIGN 2, key update: a new limit holds on every node within 2 s, and the window goes on', async () => {
  await using other = await startDray({}, { beside: app })
  const { apiKey, keyId } = await app.partner({ rateLimit: 10 })
  for (const node of [app, other]) await known(apiKey, node)
  for (let n = 0; n < 3; n++) await call(apiKey)
  const updated = await json<Row>(['key', 'update', keyId, '--rate-limit', '6'])
  assert.equal(updated.rate_limit_per_minute, 6)
  advanceClocks(2_000)
  assert.deepEqual(limits(await call(apiKey)), ['6', '1'], 'the four calls before still count')
  assert.deepEqual(limits(await call(apiKey, other)), ['6', '4'])
  assert.equal((await call(apiKey)).status, 404)
  assert.equal((await call(apiKey)).status, 429)
  await json(['key', 'update', keyId, '--rate-limit', '8'])
  advanceClocks(2_000)
  assert.deepEqual(limits(await call(apiKey)), ['8', '1'])
})

test('DESIGN 2, key update: with Redis the window over all nodes goes on, and so does a node that lost it', async (t) => {
  const redis = await startRedis()
  if (!redis) return t.skip('no redis-server')
  await using _redis = redis
  await using left = await startDray({ REDIS_URL: redis.url }, { beside: app })
  await using right = await startDray({ REDIS_URL: redis.url }, { beside: app })
  const { apiKey, keyId } = await app.partner({ rateLimit: 10 })
  for (const node of [left, right]) await known(apiKey, node)
  await call(apiKey, right)
  await json(['key', 'update', keyId, '--rate-limit', '20'])
  advanceClocks(2_000)
  const [limit, remaining] = limits(await call(apiKey, left))
  assert.equal(limit, '20')
  assert.ok(Number(remaining) <= 16, `the three calls before still count: ${remaining} left`)
  await redis.stop()
  await json(['key', 'update', keyId, '--rate-limit', '3'])
  await until('the node applies the new limit alone', async () => {
    const { status, headers } = await call(apiKey, left)
    return status === 429 && headers.get('x-ratelimit-limit') === '3'
  })
})

test('DESIGN 2, key update: an expired key is 403 on every node within 2 s, and lives again when the expiry goes', async () => {
  const { apiKey, keyId } = await app.partner()
  await known(apiKey, app)
  const past = new Date(Date.now() - 3_600_000).toISOString()
  assert.equal((await json<Row>(['key', 'update', keyId, '--expires', past])).expires_at, past)
  advanceClocks(2_000)
  const answer = await call(apiKey)
  assert.equal(answer.status, 403)
  assert.deepEqual(answer.body, { error: 'unauthorized', message: 'This API key has expired.' })
  await json(['key', 'update', keyId, '--expires', 'never'])
  advanceClocks(2_000)
  assert.equal((await call(apiKey)).status, 404)
})

test('DESIGN 2, key create and key list: label, expiry and limit are kept and shown', async () => {
  const { partnerId } = await app.partner()
  const expires = '2031-05-06T07:08:09.000Z'
  const made = [
    '--partner',
    partnerId,
    '--rate-limit',
    '7',
    '--label',
    ' Shop in Vigo ',
    '--expires',
    expires,
  ]
  const { key_id } = await json<{ key_id: string }>(['key', 'create', ...made])
  const find = async () => (await json<Row[]>(['key', 'list'])).find((row) => row.key_id === key_id)
  const shown = async () => {
    const { label, expires_at, rate_limit_per_minute } = (await find()) ?? {}
    return { label, expires_at, rate_limit_per_minute }
  }
  assert.deepEqual(await shown(), { label: 'Shop in Vigo', expires_at: expires, rate_limit_per_minute: 7 })
  await json(['key', 'update', key_id, '--label', ''])
  assert.equal((await shown()).label, null)
})

test('key update with invalid values: names each fault and changes nothing', async () => {
  const { keyId } = await app.partner({ rateLimit: 10 })
  assert.match(await refused(['key', 'update', keyId]), /--rate-limit, --label or --expires/)
  for (const bad of ['0', '1.5', '100001', 'many'])
    assert.match(await refused(['key', 'update', keyId, '--rate-limit', bad]), /whole number/)
  for (const bad of ['soon', '2027-01-01T10:00', '2027-13-01', '1790000000'])
    assert.match(await refused(['key', 'update', keyId, '--expires', bad]), /must be an instant such as/)
  assert.match(await refused(['key', 'update', keyId, '--label', 'x'.repeat(101)]), /100 characters/)
  const nobody = '01890000-0000-7000-8000-000000000000'
  assert.match(await refused(['key', 'update', nobody, '--rate-limit', '5']), /There is no key/)
  await json(['key', 'revoke', keyId])
  assert.match(await refused(['key', 'update', keyId, '--rate-limit', '5']), /or it is revoked/)
  assert.deepEqual(
    (await eventsOf(keyId)).map(({ act }) => act),
    ['key.revoke'],
  )
})

test('DESIGN 2, partner update: the next text on every node opens with the new name, in the new language', async () => {
  await using other = await startDray({}, { beside: app })
  const { partnerId, apiKey, create } = await app.partner({ companyName: 'Old Name', mode: 'test' })
  assert.equal((await create()).status, 201)
  const order = { customer_phone: '+34612345999', title: 'Chair', size: 'S' }
  const updated = ['partner', 'update', partnerId, '--company-name', ' New Name ', '--language', 'en']
  assert.deepEqual(await json(updated), {
    partner_id: partnerId,
    company_name: 'New Name',
    sms_language: 'en',
  })
  advanceClocks(2_000)
  const body = {
    ...order,
    pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
    dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  }
  const made = await other.fetch('/v1/jobs', { body, headers: { 'x-api-key': apiKey } })
  assert.equal(made.status, 201, made.text)
  const sent = (await app.texts()).find(({ to_phone }) => to_phone === order.customer_phone)
  assert.match(sent?.body ?? '', /^New Name/)
  assert.match(await refused(['partner', 'update', partnerId]), /--company-name or --language/)
  assert.match(
    await refused(['partner', 'update', partnerId, '--company-name', 'www.evil.example']),
    /must not contain a link/,
  )
})

test('DESIGN 2, audit list: every act on keys and partners has actor, act, time, and values before and after', async () => {
  const created = await json<{ partner_id: string }>(['partner', 'create', '--company-name', 'Audited'], {
    DRAY_ACTOR: 'Ana',
  })
  const { partner_id } = created
  const made = await json<{ key_id: string }>(['key', 'create', '--partner', partner_id, '--as', 'Luis'])
  const { key_id } = made
  await json(['partner', 'update', partner_id, '--company-name', 'Renamed', '--reason', 'They asked'])
  await json(['key', 'update', key_id, '--rate-limit', '250', '--as', 'Luis'], { DRAY_ACTOR: 'Ana' })
  await json(['key', 'update', key_id, '--rate-limit', '250'])
  await json(['key', 'regenerate', key_id])
  await json(['partner', 'suspend', partner_id])
  await json(['partner', 'suspend', partner_id])
  await json(['partner', 'resume', partner_id])
  await json(['key', 'revoke', key_id, '--reason', 'Leaked'])
  await json(['key', 'revoke', key_id])
  const all = await json<AuditRow[]>(['audit', 'list'])
  const ids = [partner_id, key_id]
  const ours = all.filter(({ targets }) => targets.some(({ id }) => ids.includes(id)))
  assert.deepEqual(
    ours.map(({ act, reason }) => [act, reason]),
    [
      ['partner.create', null],
      ['key.create', null],
      ['partner.update', 'They asked'],
      ['key.update', null],
      ['key.regenerate', null],
      ['partner.suspend', null],
      ['partner.resume', null],
      ['key.revoke', 'Leaked'],
    ],
    'what changed nothing leaves no event',
  )
  assert.deepEqual(ours.slice(0, 4).map(({ actor_type, actor_name }) => [actor_type, actor_name])[0], [
    'cli',
    'Ana',
  ])
  assert.equal(ours[1]?.actor_name, 'Luis')
  assert.equal(ours[3]?.actor_name, 'Luis', '--as wins over DRAY_ACTOR')
  assert.ok(ours[4]?.actor_name, 'the user of the system')
  assert.deepEqual(ours[1]?.targets, [
    { type: 'key', id: key_id },
    { type: 'partner', id: partner_id },
  ])
  assert.deepEqual(ours[2]?.changes, { company_name: { from: 'Audited', to: 'Renamed' } })
  assert.deepEqual(ours[3]?.changes?.rate_limit_per_minute?.to, 250)
  for (const { at } of ours) assert.ok(Math.abs(Date.now() - Date.parse(at)) < 300_000)
  assert.ok(!JSON.stringify(ours).includes('_live_'), 'no key in the log')
})

test('the audit log is append-only, and an act that fails leaves no event', async () => {
  const { keyId } = await app.partner()
  await json(['key', 'update', keyId, '--rate-limit', '9'])
  await assert.rejects(app.db.pool.query(`update audit_event set act = 'nothing'`), /append-only/)
  await assert.rejects(app.db.pool.query('delete from audit_event'), /append-only/)
  await assert.rejects(
    app.db.pool.query(`insert into audit_event (actor_type, actor_name, act) values ('nobody', 'x', 'y')`),
    /actor_type/,
  )
  // With this constraint the audit event cannot be written, so the limit must not change.
  await app.db.pool.query(`alter table audit_event add constraint none check (act <> 'key.update') not valid`)
  try {
    assert.equal((await run(['key', 'update', keyId, '--rate-limit', '11'])).code, 1)
  } finally {
    await app.db.pool.query('alter table audit_event drop constraint none')
  }
  const { rows } = await app.db.pool.query('select rate_limit_per_minute from api_key where id = $1', [keyId])
  assert.deepEqual(rows, [{ rate_limit_per_minute: 9 }])
  assert.equal((await eventsOf(keyId)).length, 1)
})

test('two updates at once: both events, and the second starts from the first', async () => {
  const { keyId } = await app.partner({ rateLimit: 1 })
  await Promise.all([2, 3].map((limit) => json(['key', 'update', keyId, '--rate-limit', String(limit)])))
  const steps = (await eventsOf(keyId)).map(({ changes }) => changes?.rate_limit_per_minute)
  assert.equal(steps.length, 2)
  assert.equal(steps[0]?.from, 1)
  assert.equal(steps[1]?.from, steps[0]?.to)
})
