import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  endOwnKeyOverlap,
  issueTestKey,
  listOwnKeys,
  readOwnKeyWindow,
  revokeOwnKey,
  rotateOwnKey,
} from '#contract/partner-panel/keys.ts'
import { trailOf } from '../support/audit-trail.ts'
import { startDray } from '../support/dray.ts'
import { joinAsPartner, stepUpAsPartner } from '../support/partner-people.ts'
import { unknownJob } from '../support/rate-window.ts'
import { advanceClocks } from '../support/still-clock.ts'

/* Decision 35: developers make test keys, admins decide on live keys, and never on those of another partner. */
const app = await startDray({ RATE_LIMIT_PER_MINUTE: '100' })
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner({ rateLimit: 100 })
const viewer = await joinAsPartner(app, partner.partnerId, 'viewer')
const developer = await joinAsPartner(app, partner.partnerId, 'developer')
const admin = await joinAsPartner(app, partner.partnerId, 'admin')
const other = await app.partner()
const stranger = await joinAsPartner(app, other.partnerId, 'admin')
const live = { params: { key_id: partner.keyId } }

/** After the two seconds for which a node remembers a key. */
async function statusOf(apiKey: string): Promise<number> {
  advanceClocks(2_000)
  return (await app.fetch(unknownJob, { headers: { 'x-api-key': apiKey } })).status
}

test('a developer makes a test key, which works at once; its value is in this response only', async () => {
  const { key, api_key } = await developer.ok(issueTestKey, { body: { label: 'laptop' } })
  assert.match(api_key, /^dray_test_/)
  assert.deepEqual([key.mode, key.label, key.rate_limit_per_minute], ['test', 'laptop', 100])
  assert.equal(await statusOf(api_key), 404, 'the key is known')
  const { text } = await viewer.call(listOwnKeys)
  assert.ok(text.includes(key.key_id) && !text.includes(api_key.slice(-12)))
  const [event] = await trailOf(app.db, key.key_id)
  assert.deepEqual(
    [event?.act, event?.actor_type, event?.actor_id, event?.actor_role],
    ['key.create', 'partner', developer.memberId, 'developer'],
  )
  assert.ok(!app.logged.join('').includes(api_key))
})

test('there is no way to make a live key, and at most 20 test keys work', async () => {
  const body = { mode: 'live', rate_limit_per_minute: 100_000 } as object
  assert.equal(await developer.refused(issueTestKey, { body }), '400 validation_error')
  const rich = await app.partner()
  const person = await joinAsPartner(app, rich.partnerId, 'developer')
  const answers = await Promise.all(Array.from({ length: 23 }, () => person.call(issueTestKey, { body: {} })))
  assert.equal(answers.filter((answer) => answer.status === 201).length, 20)
  assert.equal(await person.refused(issueTestKey, { body: {} }), '409 wrong_state')
  const { keys } = await person.ok(listOwnKeys)
  const old = keys.find(({ mode }) => mode === 'test')
  await person.ok(revokeOwnKey, { params: { key_id: old?.key_id ?? '' } })
  await person.ok(issueTestKey, { body: {} })
})

test('of test keys that are revoked again, 50 are made within 24 hours', async () => {
  const { partnerId } = await app.partner()
  const person = await joinAsPartner(app, partnerId, 'developer')
  await app.db.pool.query(
    `insert into api_key (id, partner_id, mode, rate_limit_per_minute, revoked_at)
     select gen_random_uuid(), $1, 'test', 100, now() from generate_series(1, 48)`,
    [partnerId],
  )
  const answers = await Promise.all(Array.from({ length: 4 }, () => person.call(issueTestKey, { body: {} })))
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [201, 201, 409, 409],
  )
  for (const { key_id } of (await person.ok(listOwnKeys)).keys.filter(({ state }) => state === 'active'))
    await person.call(revokeOwnKey, { params: { key_id } })
  assert.equal(await person.refused(issueTestKey, { body: {} }), '409 wrong_state')
  const age = `update api_key set created_at = now() - interval '25 hours' where partner_id = $1 and mode = 'test'`
  await app.db.pool.query(age, [partnerId])
  await person.ok(issueTestKey, { body: {} })
})

test('an admin rotates a live key with an overlap, ends the overlap, and revokes', async () => {
  const { apiKey } = partner
  await app.db.pool.query(
    `update member_session set stepped_up_at = now() - interval '1 hour' where member_id = $1`,
    [admin.memberId],
  )
  const rotation = { ...live, body: { overlap: '24h' as const } }
  assert.equal(await admin.refused(rotateOwnKey, rotation), '403 step_up_required')
  await stepUpAsPartner(app, admin)
  const { api_key } = await admin.ok(rotateOwnKey, rotation)
  assert.deepEqual([await statusOf(apiKey), await statusOf(api_key)], [404, 404])
  await admin.ok(endOwnKeyOverlap, live)
  assert.deepEqual([await statusOf(apiKey), await statusOf(api_key)], [403, 404])
  const revoked = await admin.ok(revokeOwnKey, live)
  assert.equal(revoked.state, 'revoked')
  await admin.ok(revokeOwnKey, live)
  assert.equal(await statusOf(api_key), 403)
  assert.equal(await admin.refused(rotateOwnKey, rotation), '409 wrong_state')
  assert.deepEqual(
    (await trailOf(app.db, partner.keyId)).map(({ act, actor_id }) => [act, actor_id]),
    [
      ['key.regenerate', admin.memberId],
      ['key.end_overlap', admin.memberId],
      ['key.revoke', admin.memberId],
    ],
  )
})

test('a viewer changes no key, a developer no live key, and a stranger none at all', async () => {
  const mine = await app.partner()
  const about = { params: { key_id: mine.keyId } }
  const rotation = { ...about, body: { overlap: '0' as const } }
  const looker = await joinAsPartner(app, mine.partnerId, 'viewer')
  const maker = await joinAsPartner(app, mine.partnerId, 'developer')
  for (const [person, refusal] of [
    [looker, '403 role_too_low'],
    [maker, '403 role_too_low'],
    [stranger, '404 not_found'],
  ] as const) {
    assert.equal(await person.refused(rotateOwnKey, rotation), refusal)
    assert.equal(await person.refused(endOwnKeyOverlap, about), refusal)
    assert.equal(await person.refused(revokeOwnKey, about), refusal)
  }
  assert.equal(await looker.refused(issueTestKey, { body: {} }), '403 role_too_low')
  assert.equal(await stranger.refused(readOwnKeyWindow, about), '404 not_found')
  assert.equal(await statusOf(mine.apiKey), 404, 'the key still works')
  assert.deepEqual(await trailOf(app.db, mine.keyId), [])
})

test('a developer decides on test keys', async () => {
  const { key, api_key } = await developer.ok(issueTestKey, { body: {} })
  const about = { params: { key_id: key.key_id } }
  const rotated = await developer.ok(rotateOwnKey, { ...about, body: { overlap: '0' } })
  assert.deepEqual([await statusOf(api_key), await statusOf(rotated.api_key)], [403, 404])
  await developer.ok(revokeOwnKey, about)
  assert.equal(await statusOf(rotated.api_key), 403)
})
