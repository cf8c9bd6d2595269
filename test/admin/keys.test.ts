import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import {
  changeKey,
  endKeyOverlap,
  issueKey,
  type Key,
  listPartnerKeys,
  revokeKey,
  rotateKey,
} from '#contract/admin/keys.ts'
import { suspendPartner } from '#contract/admin/partners.ts'
import { trailOf } from '../support/audit-trail.ts'
import { startDray } from '../support/dray.ts'
import { runJson } from '../support/json-command.ts'
import { passTime } from '../support/pass-time.ts'
import { rateOf, unknownJob } from '../support/rate-window.ts'
import { joinAs, joinAsOwner, stepUp } from '../support/staff.ts'
import { advanceClocks } from '../support/still-clock.ts'
import { until } from '../support/until.ts'

/* Decision 33: a key's value is shown once, and never without a fresh proof. */
const app = await startDray({ RATE_LIMIT_PER_MINUTE: '100' })
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')
const reason = 'agreed by phone'

/** After the two seconds for which a node remembers a key. */
async function statusOf(apiKey: string): Promise<number> {
  advanceClocks(2_000)
  return (await app.fetch(unknownJob, { headers: { 'x-api-key': apiKey } })).status
}

async function issued(more: object = {}) {
  const { partnerId } = await app.partner()
  await stepUp(app, staff)
  const params = { partner_id: partnerId }
  const made = await staff.ok(issueKey, { params, body: { mode: 'live', reason, ...more } })
  return { ...made, params, keyParams: { key_id: made.key.key_id } }
}

const shown = ({ values }: Key) => values.map(({ last_four, has_ended }) => [last_four, has_ended])

test('an issued key works; its value is in this response only', async () => {
  const { key, api_key, params } = await issued({ label: 'shop', rate_limit_per_minute: 7 })
  assert.equal(await statusOf(api_key), 404, 'the key is known')
  await app.dray.lastUsed.flush()
  const { keys } = await viewer.ok(listPartnerKeys, { params })
  const [found] = keys
  assert.ok(found?.last_used_at)
  assert.deepEqual(
    { ...found, last_used_at: null, values: found.values.map((value) => ({ ...value, last_used_at: null })) },
    { ...key, last_used_at: null, state: 'active', label: 'shop', rate_limit_per_minute: 7 },
  )
  assert.deepEqual(shown(found), [[api_key.slice(-4), false]])
  assert.ok(!JSON.stringify(keys).includes(api_key.slice(-12)))
  const [event] = await trailOf(app.db, key.key_id)
  assert.deepEqual([event?.act, event?.reason, event?.actor_id], ['key.create', reason, staff.memberId])
  assert.ok(!JSON.stringify(event).includes(api_key.slice(-12)))
  assert.ok(!app.logged.join('').includes(api_key))
})

test('a key without a limit gets that of the installation, and an expiry ends it', async () => {
  const { key, api_key, params } = await issued({ expires_at: '2090-01-31T12:00:00Z' })
  assert.equal(key.rate_limit_per_minute, 100)
  assert.equal(key.expires_at, '2090-01-31T12:00:00.000Z')
  const past = { expires_at: '2020-01-31T12:00:00Z', reason }
  const changed = await staff.ok(changeKey, { params: { key_id: key.key_id }, body: past })
  assert.equal(changed.state, 'expired')
  assert.equal(await statusOf(api_key), 403)
  const never = { expires_at: null, label: '', reason }
  assert.equal((await staff.ok(changeKey, { params: { key_id: key.key_id }, body: never })).state, 'active')
  assert.equal(await statusOf(api_key), 404)
  await staff.ok(suspendPartner, { params, body: { reason } })
  const { keys } = await viewer.ok(listPartnerKeys, { params })
  assert.equal(keys[0]?.state, 'suspended')
})

test('the next call of a revoked key is refused', async () => {
  const { api_key, keyParams } = await issued()
  assert.equal(await statusOf(api_key), 404)
  const revoked = await staff.ok(revokeKey, { params: keyParams, body: { reason } })
  assert.equal(revoked.state, 'revoked')
  assert.equal(await statusOf(api_key), 403)
  const again = await staff.ok(revokeKey, { params: keyParams, body: { reason } })
  assert.equal(again.revoked_at, revoked.revoked_at)
  assert.deepEqual(
    (await trailOf(app.db, keyParams.key_id)).map(({ act }) => act),
    ['key.create', 'key.revoke'],
  )
  const rotation = { params: keyParams, body: { overlap: '0' as const, reason } }
  assert.equal(await staff.refused(rotateKey, rotation), '409 wrong_state')
  assert.equal(await staff.refused(changeKey, { params: keyParams, body: { reason } }), '409 wrong_state')
})

test('a rotated key works with both values until the overlap ends', async () => {
  const { api_key: old, keyParams } = await issued()
  const rotated = await staff.ok(rotateKey, { params: keyParams, body: { overlap: '1h', reason } })
  const [newest, oldest] = rotated.key.values
  assert.equal(newest?.ends_at, null)
  const hours = (Date.parse(oldest?.ends_at ?? '') - Date.parse(newest?.created_at ?? '')) / 3_600_000
  assert.equal(hours, 1)
  assert.deepEqual([await statusOf(old), await statusOf(rotated.api_key)], [404, 404])
  await passTime(app.db, '61 minutes')
  assert.deepEqual([await statusOf(old), await statusOf(rotated.api_key)], [403, 404])
})

test('the last use of each value tells whether the partner has changed over', async () => {
  const { api_key: old, keyParams, params } = await issued()
  const rotated = await staff.ok(rotateKey, { params: keyParams, body: { overlap: '7d', reason } })
  const uses = async () => {
    await app.dray.lastUsed.flush()
    const { keys } = await viewer.ok(listPartnerKeys, { params })
    return keys[0]?.values.map(({ last_used_at }) => last_used_at) ?? []
  }
  await statusOf(old)
  const [unused, usedOld] = await uses()
  assert.deepEqual([unused, typeof usedOld], [null, 'string'])
  const { json: listed } = await runJson(app, 'key', 'list')
  const row = listed.find(({ key_id }: { key_id: string }) => key_id === keyParams.key_id)
  assert.deepEqual(
    [row.last_four, row.value_last_used_at, row.old_values.length, row.old_values[0].last_four],
    [rotated.api_key.slice(-4), null, 1, old.slice(-4)],
  )
  await statusOf(rotated.api_key)
  const [usedNew, sameOld] = await uses()
  assert.deepEqual([typeof usedNew, sameOld], ['string', usedOld])
  const ended = await runJson(app, 'key', 'end-overlap', keyParams.key_id, '--reason', reason)
  assert.deepEqual(ended.json, { key_id: keyParams.key_id, old_values_ended: true })
  await until('the old value is refused', async () => (await statusOf(old)) === 403)
  assert.equal(await statusOf(rotated.api_key), 404)
})

const lastFour = (value: string) => value.slice(-4)

test('at most three values work: of fourteen rotations each names the one that it ends, and every value that works is in sight', async () => {
  const { api_key, keyParams } = await issued()
  const values = [api_key]
  for (let at = 0; at < 14; at++) {
    const rotated = await staff.ok(rotateKey, { params: keyParams, body: { overlap: '7d', reason } })
    values.push(rotated.api_key)
    const ended = values.length > 3 ? [lastFour(values.at(-4) ?? '')] : []
    assert.deepEqual(
      rotated.ended.map(({ last_four }) => last_four),
      ended,
    )
    const working = rotated.key.values.filter(({ has_ended }) => !has_ended)
    assert.deepEqual(
      working.map(({ last_four }) => last_four),
      values.slice(-3).toReversed().map(lastFour),
    )
  }
  const statuses = []
  for (const value of values) statuses.push(await statusOf(value))
  assert.deepEqual(statuses, [...Array(12).fill(403), 404, 404, 404], 'on every node, within two seconds')
  const { json: listed } = await runJson(app, 'key', 'list')
  const row = listed.find(({ key_id }: { key_id: string }) => key_id === keyParams.key_id)
  assert.deepEqual(
    [row.last_four, ...row.old_values.map(({ last_four }: { last_four: string }) => last_four)],
    values.slice(-3).toReversed().map(lastFour),
  )
  const last = (await trailOf(app.db, keyParams.key_id)).at(-1)
  const from = [`…${lastFour(values.at(-4) ?? '')}`]
  assert.deepEqual(last?.changes, { overlap: { from: null, to: '7d' }, working_values: { from, to: [] } })
  const byCommand = await runJson(app, 'key', 'regenerate', keyParams.key_id, '--overlap', '1h')
  assert.equal(byCommand.json.ended_values[0].last_four, lastFour(values.at(-3) ?? ''))
})

test('concurrent rotations leave three values, each with its place in the list', async () => {
  const { api_key, keyParams } = await issued()
  const body = { overlap: '7d' as const, reason }
  const rotations = await Promise.all(
    Array.from({ length: 6 }, () => staff.ok(rotateKey, { params: keyParams, body })),
  )
  const values = [api_key, ...rotations.map((rotated) => rotated.api_key)]
  const working = []
  for (const value of values) if ((await statusOf(value)) === 404) working.push(lastFour(value))
  assert.equal(working.length, 3)
  const { keys } = await staff.ok(listPartnerKeys, {
    params: { partner_id: rotations[0]?.key.partner_id ?? '' },
  })
  const shownAsWorking = keys[0]?.values.filter(({ has_ended }) => !has_ended) ?? []
  assert.deepEqual(shownAsWorking.map(({ last_four }) => last_four).sort(), working.sort())
  assert.deepEqual(
    shownAsWorking.map(({ ends_at }) => ends_at === null),
    [true, false, false],
    'the newest first',
  )
})

test('a rotation whose answers were lost ends no value that the caller was not told of', async () => {
  const { api_key: used, keyParams } = await issued()
  const rotation = { params: keyParams, body: { overlap: '7d' as const, ends: [], reason } }
  for (let lost = 0; lost < 2; lost++) await staff.ok(rotateKey, rotation)
  assert.equal(await staff.refused(rotateKey, rotation), '409 wrong_state')
  assert.equal(await statusOf(used), 404)
  const told = { params: keyParams, body: { ...rotation.body, ends: [lastFour(used)] } }
  const { ended } = await staff.ok(rotateKey, told)
  assert.deepEqual(
    ended.map(({ last_four }) => last_four),
    [lastFour(used)],
  )
  assert.equal(await statusOf(used), 403)
})

test('more than three values from before the limit are all shown, and the next rotation leaves three', async () => {
  const { keyParams, params } = await issued()
  for (let at = 0; at < 14; at++)
    await app.db.pool.query(
      `insert into api_key_secret (hash, key_id, prefix, last_four, created_at, replaced_at)
       values ($1, $2, 'dray_live_', $3, now() - interval '1 day', now() + interval '6 days')`,
      [randomBytes(32), keyParams.key_id, String(at).padStart(4, '0')],
    )
  const { keys } = await viewer.ok(listPartnerKeys, { params })
  assert.equal(keys[0]?.values.filter(({ has_ended }) => !has_ended).length, 15)
  const { key, ended } = await staff.ok(rotateKey, { params: keyParams, body: { overlap: '7d', reason } })
  assert.equal(ended.length, 13)
  assert.equal(key.values.filter(({ has_ended }) => !has_ended).length, 3)
})

test('an overlap is ended at once, and the newest value works on', async () => {
  const { api_key: old, keyParams } = await issued()
  const rotated = await staff.ok(rotateKey, { params: keyParams, body: { overlap: '7d', reason } })
  const ended = await staff.ok(endKeyOverlap, { params: keyParams, body: { reason } })
  assert.deepEqual(shown(ended), [
    [rotated.api_key.slice(-4), false],
    [old.slice(-4), true],
  ])
  assert.deepEqual([await statusOf(old), await statusOf(rotated.api_key)], [403, 404])
  await staff.ok(endKeyOverlap, { params: keyParams, body: { reason } })
  assert.deepEqual(
    (await trailOf(app.db, keyParams.key_id)).map(({ act }) => act),
    ['key.create', 'key.regenerate', 'key.end_overlap'],
  )
})

test('a lowered limit counts from the next call; calls already counted stay counted', async () => {
  const { api_key, keyParams } = await issued({ rate_limit_per_minute: 5 })
  const call = () => app.fetch(unknownJob, { headers: { 'x-api-key': api_key } })
  for (let at = 0; at < 3; at++) await call()
  const body = { rate_limit_per_minute: 4, label: 'slower', reason }
  const changed = await staff.ok(changeKey, { params: keyParams, body })
  assert.deepEqual([changed.rate_limit_per_minute, changed.label], [4, 'slower'])
  advanceClocks(2_000)
  const { limit, remaining } = rateOf(await call())
  assert.deepEqual({ limit, remaining }, { limit: 4, remaining: 0 })
  const [, event] = await trailOf(app.db, keyParams.key_id)
  assert.deepEqual(event?.changes, {
    label: { from: null, to: 'slower' },
    rate_limit_per_minute: { from: 5, to: 4 },
  })
})

test('a value needs the role of staff and a fresh proof; bad input is refused', async () => {
  const { keyParams, params } = await issued()
  const order = { params, body: { mode: 'live' as const, reason } }
  const rotation = { params: keyParams, body: { overlap: '0' as const, reason } }
  assert.equal(await viewer.refused(issueKey, order), '403 role_too_low')
  assert.equal(await viewer.refused(rotateKey, rotation), '403 role_too_low')
  assert.equal(await viewer.refused(revokeKey, { params: keyParams, body: { reason } }), '403 role_too_low')
  const wrong: object[] = [
    { mode: 'play' },
    { rate_limit_per_minute: 0 },
    { rate_limit_per_minute: 100_001 },
    { label: 'two\nlines' },
    { expires_at: 'tomorrow' },
    { expires_at: '2020-01-01T10:00:00Z' },
    { reason: '' },
  ]
  for (const part of wrong)
    assert.equal(
      await staff.refused(issueKey, { params, body: { ...order.body, ...part } }),
      '400 validation_error',
      JSON.stringify(part),
    )
  const unknown = { partner_id: '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803' }
  assert.equal(await staff.refused(issueKey, { ...order, params: unknown }), '404 not_found')
  assert.equal(await viewer.refused(listPartnerKeys, { params: unknown }), '404 not_found')
  await passTime(app.db, '11 minutes')
  assert.equal(await staff.refused(issueKey, order), '403 step_up_required')
  assert.equal(await staff.refused(rotateKey, rotation), '403 step_up_required')
  const unlimited = { rate_limit_per_minute: 100_000, expires_at: null, reason }
  assert.equal(await staff.refused(changeKey, { params: keyParams, body: unlimited }), '403 step_up_required')
  await staff.ok(endKeyOverlap, { params: keyParams, body: { reason } })
  await staff.ok(revokeKey, { params: keyParams, body: { reason } })
})
