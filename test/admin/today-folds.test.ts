import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { adminOperations } from '#contract/admin/index.ts'
import { readToday, snoozeEntry } from '#contract/admin/today.ts'
import { todayActs, todayRules } from '#contract/admin/today-kinds.ts'
import { todayKinds } from '#contract/vocabulary.ts'
import { en } from '../../web/src/texts/today/en.ts'
import { es } from '../../web/src/texts/today/es.ts'
import { upload } from '../support/documents.ts'
import { openMarket } from '../support/market.ts'
import { because, joinAs, joinAsOwner } from '../support/staff.ts'
import { todayScenes } from '../support/today-scenes.ts'
import { endVague, partnerOf, vagueDraft } from '../support/vague-addresses.ts'

/* Decision 31: one thing is one entry, and each kind has an act. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')

const entries = async () => (await staff.ok(readToday)).entries

test('every kind has its texts in both languages, and an act of an operation that exists', () => {
  const ids = new Set(adminOperations.map(({ operationId }) => operationId))
  for (const kind of todayKinds) {
    const { act } = todayRules[kind]
    assert.ok(ids.has(todayActs[act]), `${kind}: ${todayActs[act]}`)
    for (const texts of [en, es])
      assert.ok(texts.kinds[kind].title && texts.kinds[kind].cost && texts.act[act], kind)
  }
})

test('vague addresses of a partner are one entry with their sum; a snooze includes those that come later', async () => {
  const ids = [await vagueDraft(market), await vagueDraft(market, 30)]
  const [entry, ...others] = await entries()
  assert.deepEqual(others, [])
  assert.ok(entry)
  const { kind, subject_id, count, parts, label, amount_cents, job_id } = entry
  assert.deepEqual([kind, subject_id], ['address_coarse', await partnerOf(market, ids[0] ?? '')])
  assert.deepEqual([count, label, job_id], [2, 'Sample Partner', null])
  assert.deepEqual(
    parts.map((part) => part.job_id),
    ids.toReversed(),
    'the gravest first',
  )
  assert.equal(
    parts.reduce((sum, part) => sum + (part.amount_cents ?? 0), 0),
    amount_cents,
  )
  assert.equal((await staff.ok(readToday)).counts.address_coarse, 1)
  await staff.ok(snoozeEntry, { body: { kind, subject_id, hours: 4, ...because } })
  ids.push(await vagueDraft(market))
  assert.deepEqual(await entries(), [])
  await app.db.pool.query('delete from today_snooze')
  assert.equal((await entries())[0]?.count, 3)
  await endVague(market, ...ids)
  assert.deepEqual(await entries(), [])
})

test('background tasks that are late are one entry, one task by its name', async () => {
  const scene = todayScenes.tasks_stopped[1] ?? assert.fail()
  const { subject, end } = await scene(market)
  assert.deepEqual(
    (await entries()).map(({ subject_id, label, count }) => [subject_id, label, count]),
    [[subject, subject, 1]],
  )
  await app.db.pool.query(
    `insert into task_run (task, ended_at, ms, next_at)
     values ('pay-owed', now() - interval '18 minutes', 5, now() - interval '17 minutes')`,
  )
  assert.deepEqual(
    (await entries()).map(({ subject_id, label, count }) => [subject_id, label, count]),
    [['several', null, 2]],
  )
  await app.db.pool.query(`delete from task_run where task = 'pay-owed'`)
  await end()
})

test('an address as vague as the built-in list of towns makes no entry', async () => {
  const id = await vagueDraft(market, 6)
  assert.deepEqual(await entries(), [])
  await endVague(market, id)
})

test('a carrier who waits is one entry with the documents that wait; a later one ends the snooze', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  await upload(carrier)
  const [entry, ...others] = await entries()
  assert.deepEqual(others, [])
  assert.deepEqual(
    [entry?.kind, entry?.count, entry?.parts.map(({ cause }) => cause)],
    ['carrier_waiting', 2, ['licence']],
  )
  const body = { kind: 'carrier_waiting' as const, subject_id: carrier.accountId, hours: 4, ...because }
  await staff.ok(snoozeEntry, { body })
  assert.deepEqual(await entries(), [])
  await upload(carrier, { kind: 'insurance' })
  assert.equal((await entries())[0]?.count, 3)
  await staff.ok(snoozeEntry, { body })
  assert.deepEqual(await entries(), [])
})
