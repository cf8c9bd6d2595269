import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { readToday, snoozeEntry, wakeEntry } from '#contract/admin/today.ts'
import { type TodayKind, todayKinds } from '#contract/vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import { openMarket } from '../support/market.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'
import { checkLedger, todayScenes } from '../support/today-scenes.ts'

/* Decision 31: the queue of what costs money or a customer next. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')
const staff = await joinAs(app, owner, 'staff')

const change = (statement: string, ...values: unknown[]) => app.db.pool.query(statement, values)

const waitingCarrier = todayScenes.carrier_waiting[0] ?? assert.fail()

const find = async (kind: TodayKind, subject: string) => {
  const { entries } = await viewer.ok(readToday)
  return entries.find((entry) => entry.kind === kind && entry.subject_id === subject)
}

test('Today is empty, and the ledger is balanced, while nothing waits', async () => {
  await checkLedger(market)
  const { entries, counts, more, ledger } = await viewer.ok(readToday)
  assert.deepEqual({ entries, counts, more }, { entries: [], counts: {}, more: false })
  assert.equal(ledger.balanced, true)
  assert.ok(ledger.checked_at)
})

for (const kind of todayKinds) {
  for (const [index, scene] of todayScenes[kind].entries()) {
    test(`${kind} appears with its state and leaves with it (${index + 1})`, async () => {
      const { subject, end } = await scene(market)
      const entry = await find(kind, subject)
      assert.ok(entry, 'it is shown')
      assert.ok(Date.parse(entry.since) <= Date.now() + 1_000)
      assert.equal((await viewer.ok(readToday)).counts[kind], 1)
      await end()
      assert.equal(await find(kind, subject), undefined)
    })
  }
}

test('the entry that costs first comes first; a test job is left out', async () => {
  const late = await market.draft(await market.person())
  const soon = await market.draft(await market.person())
  const testPartner = await app.partner({ mode: 'test' })
  const sandboxed = await market.draft(await market.person(), {}, testPartner)
  const expires = `update job set expires_at = now() + $2::interval where id = $1`
  await change(expires, late.job_id, '20 hours')
  await change(expires, soon.job_id, '2 hours')
  await change(expires, sandboxed.job_id, '1 hour')
  const carrier = await waitingCarrier(market)
  const { entries } = await viewer.ok(readToday)
  assert.deepEqual(
    entries.map(({ subject_id }) => subject_id),
    [carrier.subject, soon.job_id, late.job_id],
  )
  assert.equal(entries[1]?.amount_cents, soon.price.total_cents)
  assert.equal(entries[1]?.label, soon.title)
  await carrier.end()
  await change(expires, late.job_id, '3 days')
  await change(expires, soon.job_id, '3 days')
})

test('stopped background work comes before what costs something longer', async () => {
  const [carrier, stopped] = [
    await waitingCarrier(market),
    await (todayScenes.tasks_stopped[0] ?? assert.fail())(market),
  ]
  await change(
    `update carrier set status_changed_at = now() - interval '2 days' where account_id = $1`,
    carrier.subject,
  )
  const { entries } = await viewer.ok(readToday)
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['tasks_stopped', 'carrier_waiting'],
  )
  await stopped.end()
  await carrier.end()
})

test('jobs of one title are told apart by the partner and the reference, or else the towns', async () => {
  const scene = todayScenes.sms_failed[0] ?? assert.fail()
  const plain = await scene(market)
  const first = await find('sms_failed', plain.subject)
  assert.match(first?.detail ?? '', / · Madrid → Zaragoza$/)
  await change('update job set external_reference = $2 where id = $1', first?.job_id, 'MR-1002')
  assert.match((await find('sms_failed', plain.subject))?.detail ?? '', / · MR-1002$/)
  await plain.end()
})

test('staff put an entry off for everybody, and show it again; both are in the audit log', async () => {
  const { subject, end } = await waitingCarrier(market)
  const entry = { kind: 'carrier_waiting' as const, subject_id: subject }
  const snoozed = { ...entry, hours: 4, reason: 'Waits for the insurance' }
  assert.equal(await viewer.refused(snoozeEntry, { body: snoozed }), '403 role_too_low')
  const { until } = await staff.ok(snoozeEntry, { body: snoozed })
  assert.ok(Date.parse(until) > Date.now() + 3.9 * 3_600_000)
  assert.equal(await find('carrier_waiting', subject), undefined)
  const today = await viewer.ok(readToday)
  assert.deepEqual(today.counts, {})
  assert.deepEqual(
    today.snoozed.map(({ kind, subject_id, until: at, label }) => [kind, subject_id, at, typeof label]),
    [['carrier_waiting', subject, until, 'string']],
  )
  await staff.ok(wakeEntry, { body: entry })
  assert.equal(await staff.refused(wakeEntry, { body: entry }), '404 not_found')
  assert.ok(await find('carrier_waiting', subject))
  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'today' } })
  assert.deepEqual(
    events.map(({ act, actor, reason }) => [act, actor.id, reason]),
    [
      ['today.wake', staff.memberId, null],
      ['today.snooze', staff.memberId, 'Waits for the insurance'],
    ],
  )
  await end()
})

for (const kind of [
  'tasks_stopped',
  'ledger_unbalanced',
  'ledger_unchecked',
  'job_hidden',
  'collection_overdue',
  'carrier_waiting',
  'closing_differs',
] as const)
  test(`${kind}: a state that has ended and begun again is shown, whatever was put off before`, async () => {
    const { subject, end } = await (todayScenes[kind][0] ?? assert.fail())(market)
    const body = { kind, subject_id: subject, hours: 8_760, reason: 'Looked at' }
    await staff.ok(snoozeEntry, { body })
    assert.equal(await find(kind, subject), undefined)
    await change(`update today_snooze set put_off_at = now() - interval '9 days'`)
    assert.ok(await find(kind, subject))
    await staff.ok(snoozeEntry, { body })
    assert.equal(await find(kind, subject), undefined, 'and put off again')
    await staff.ok(wakeEntry, { body: { kind, subject_id: subject } })
    await end()
  })

test('an entry is not put off beyond the instant at which it costs something', async () => {
  const { job_id } = await market.draft(await market.person())
  const expires = `update job set expires_at = now() + $2::interval where id = $1 returning expires_at`
  const { rows } = await change(expires, job_id, '2 hours')
  const body = {
    kind: 'draft_expires' as const,
    subject_id: job_id,
    hours: 24,
    reason: 'Called the customer',
  }
  const { until } = await staff.ok(snoozeEntry, { body })
  assert.equal(until, rows[0].expires_at.toISOString())
  assert.deepEqual(
    (await viewer.ok(readToday)).snoozed.map(({ subject_id }) => subject_id),
    [job_id],
  )
  await change(expires, job_id, '-1 hour')
  assert.deepEqual((await viewer.ok(readToday)).snoozed, [], 'a snooze whose state has ended is not listed')
  await change(expires, job_id, '2 hours')
  await staff.ok(wakeEntry, { body: { kind: body.kind, subject_id: job_id } })
  await change(expires, job_id, '3 days')
  assert.equal(await staff.refused(snoozeEntry, { body }), '404 not_found')
})

test('entries that were put off take no place of others', async () => {
  const people = Array.from({ length: 101 }, () => newId())
  await change(
    `insert into account (id, phone) select id, '+3460' || lpad(n::text, 7, '0') from unnest($1::uuid[]) with ordinality as t (id, n)`,
    people,
  )
  await change(
    `insert into carrier (account_id, vehicle_size, vehicle, base_address, base_lat, base_lon, radius_km)
     select id, 'M', 'van', 'Madrid', 40.4, -3.7, 50 from unnest($1::uuid[]) as id`,
    people,
  )
  const [last, ...others] = people
  await change(
    `insert into today_snooze (kind, subject_id, until)
     select 'carrier_waiting', id, now() + interval '1 hour' from unnest($1::text[]) as id`,
    others,
  )
  const { entries, more } = await viewer.ok(readToday)
  assert.deepEqual([entries.map(({ subject_id }) => subject_id), more], [[last], false])
  await change('delete from today_snooze')
  const all = await viewer.ok(readToday)
  assert.deepEqual([all.counts.carrier_waiting, all.more], [100, true])
  await change('delete from carrier where account_id = any($1)', people)
})

test('of more entries than are read, those that lose most are among them', async () => {
  await change(
    `insert into dispute (processor, reference, kind, status, reason, amount_cents, opened_at)
     select 'stripe', 'many ' || n, 'dispute', 'needs_response', 'fraudulent', n, now() - interval '1 day' + n * interval '1 minute'
     from generate_series(1, 105) n`,
  )
  const { entries, counts, more } = await viewer.ok(readToday)
  assert.deepEqual([counts, more], [{ dispute_open: 100 }, true])
  assert.deepEqual(
    entries.map(({ amount_cents }) => amount_cents),
    Array.from({ length: 100 }, (_, index) => 105 - index),
  )
  await change('delete from dispute')
})

test('an entry that was put off comes back when the time is over', async () => {
  const { subject, end } = await waitingCarrier(market)
  const body = { kind: 'carrier_waiting' as const, subject_id: subject, hours: 1, reason: 'Later today' }
  await staff.ok(snoozeEntry, { body })
  await change(`update today_snooze set until = now() - interval '1 second'`)
  assert.ok(await find('carrier_waiting', subject))
  await end()
})

test('bad input is refused, and nothing is put off', async () => {
  const good = { kind: 'carrier_waiting' as const, subject_id: newId(), hours: 1, reason: 'Later' }
  for (const bad of [
    { ...good, kind: 'weather' as never },
    { ...good, hours: 0 },
    { ...good, hours: 8_761 },
    { ...good, hours: 1.5 },
    { ...good, reason: '' },
    { ...good, subject_id: '' },
  ]) {
    assert.equal(await staff.refused(snoozeEntry, { body: bad }), '400 validation_error')
  }
  const { rows } = await change('select from today_snooze where until > now()')
  assert.equal(rows.length, 0)
})
