import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exportAuditEvents, listAuditEvents } from '#contract/admin/audit.ts'
import { adminOperations } from '#contract/admin/index.ts'
import { readConversationForStaff } from '#contract/admin/job-conversation.ts'
import { downloadJobExport } from '#contract/admin/job-exports.ts'
import { changeMemberRole } from '#contract/admin/members.ts'
import type { AdminOperation } from '#contract/operation.ts'
import { recordAudit } from '../../server/db/audit.ts'
import { newId } from '../../server/lib/ids.ts'
import { alertReceivers } from '../support/audited-alerts.ts'
import { auditedOperations, silentOperations } from '../support/audited-operations.ts'
import { startDray } from '../support/dray.ts'
import { because, joinAs, joinAsOwner, stepUp } from '../support/staff.ts'

/* DESIGN 2, audit log: what members of staff change is recorded, and can be looked up. */
const app = await startDray(alertReceivers)
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)

const latest = async () => (await owner.ok(listAuditEvents, { query: { limit: 1 } })).events[0]

/** What customer and carrier wrote to each other (decision 71). */
const privateReading: AdminOperation = readConversationForStaff

/** `startJobExport` records the file that this one sends. */
const recordedBefore: AdminOperation = downloadJobExport

test('every operation that is not a GET, and every download, records an event, or changes nothing', () => {
  const changing = adminOperations
    .filter(
      (operation: AdminOperation) =>
        operation.method !== 'GET' || operation.downloads || operation === privateReading,
    )
    .filter((operation) => operation !== recordedBefore)
    .map(({ operationId }) => operationId)
  assert.deepEqual(
    [...Object.keys(auditedOperations), ...Object.keys(silentOperations)].sort(),
    changing.sort(),
  )
})

for (const operation of adminOperations.filter(({ operationId }) => auditedOperations[operationId]))
  test(`${operation.operationId} records who did it, with the role and the request`, async () => {
    await stepUp(app, owner)
    const prepare = auditedOperations[operation.operationId]
    const { act, input, by = owner } = (await prepare?.({ app, owner })) ?? assert.fail()
    const { status, headers, text } = await by.call(operation, input)
    assert.ok(status < 300, text)
    const event = await latest()
    assert.equal(event?.act, act)
    assert.equal(event.actor.type, 'staff')
    assert.equal(event.actor.id, by.memberId)
    assert.equal(event.actor.role, by === owner ? 'owner' : 'viewer')
    assert.equal(event.request_id, headers.get('x-request-id'))
    assert.ok(event.targets.length > 0)
  })

for (const operation of adminOperations.filter(({ operationId }) => silentOperations[operationId]))
  test(`${operation.operationId} adds and deletes no row that somebody could ask about`, async () => {
    await stepUp(app, owner)
    const prepare = silentOperations[operation.operationId]
    const { input, by = owner } = (await prepare?.({ app, owner })) ?? assert.fail()
    const before = await countRows()
    const { status, text } = await by.call(operation, input)
    assert.ok(status < 300, text)
    assert.deepEqual(await countRows(), before)
  })

/** The rows of each table, except those of sign-ins, which are forgotten within a day. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await app.db.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('member_guess', 'member_challenge', 'member_session')`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::integer as count from ${name}`)
  const { rows } = await app.db.pool.query<{ name: string; count: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('a refused operation records nothing', async () => {
  const viewer = await joinAs(app, owner, 'viewer')
  const before = await latest()
  const params = { member_id: owner.memberId }
  await viewer.refused(changeMemberRole, { params, body: { role: 'viewer', ...because } })
  await owner.refused(changeMemberRole, { params, body: { role: 'viewer', ...because } })
  assert.equal((await latest())?.event_id, before?.event_id)
})

test('events are listed newest first, a page at a time, and found by each filter', async () => {
  const pages: number[] = []
  let before: string | undefined
  do {
    const query = { limit: 7, ...(before !== undefined && { before }) }
    const { events, next } = await owner.ok(listAuditEvents, { query })
    pages.push(...events.map(({ event_id }) => event_id))
    before = next ?? undefined
  } while (before !== undefined)
  const { rows } = await app.db.pool.query<{ id: number }>('select id from audit_event order by id desc')
  assert.deepEqual(
    pages,
    rows.map(({ id }) => id),
  )

  const found = async (query: object) => (await owner.ok(listAuditEvents, { query })).events
  const member = await joinAs(app, owner, 'viewer')
  const params = { member_id: member.memberId }
  await owner.ok(changeMemberRole, { params, body: { role: 'staff', ...because } })
  assert.deepEqual(
    (await found({ target: member.memberId, act: 'member.change_role' })).map(({ changes }) => changes),
    [{ role: { from: 'viewer', to: 'staff' } }],
  )
  const mine = await found({ actor: owner.memberId, limit: 200 })
  assert.ok(mine.length > 20 && mine.every(({ actor }) => actor.id === owner.memberId))
  assert.ok((await found({ actor: 'start' })).every(({ actor }) => actor.type === 'system'))
  assert.ok((await found({ act: 'member', limit: 5 })).length === 5)
  assert.deepEqual(await found({ act: 'membe' }), [])
  assert.deepEqual(await found({ to: '2026-01-01T00:00:00Z' }), [])
  assert.deepEqual(await found({ from: '2099-01-01T00:00:00Z' }), [])
  assert.equal(await owner.refused(listAuditEvents, { query: { act: "x' or 1=1" } }), '400 validation_error')
})

test('targets have the names that they have now; a viewer reads no phone in the title of a job', async () => {
  const partner = await app.partner()
  const viewer = await joinAs(app, owner, 'viewer')
  const jobId = newId()
  const { body } = await partner.create({ title: 'Sofa, call +34612345678' })
  const { by, targets } = {
    by: { actor: { type: 'cli' as const, name: 'namer' } },
    targets: [
      { type: 'partner' as const, id: partner.partnerId },
      { type: 'key' as const, id: partner.keyId },
      { type: 'job' as const, id: body.job_id },
      { type: 'member' as const, id: viewer.memberId },
      { type: 'job' as const, id: jobId },
    ],
  }
  await app.db.kysely.transaction().execute((trx) => recordAudit(trx, { ...by, act: 'job.cancel', targets }))
  const namesFor = async (who: typeof owner) => {
    const { events } = await who.ok(listAuditEvents, { query: { actor: 'namer' } })
    return events[0]?.targets.map(({ label, partner_id }) => [label, partner_id]) ?? []
  }
  const [company, key, job, member, gone] = await namesFor(owner)
  const { rows } = await app.db.pool.query(
    `select p.company_name, s.last_four, j.short_id, m.name from partner p, api_key_secret s, job j, member m
     where p.id = $1 and s.key_id = $2 and j.id = $3 and m.id = $4`,
    [partner.partnerId, partner.keyId, body.job_id, viewer.memberId],
  )
  const [row] = rows
  assert.deepEqual(company, [row.company_name, null])
  assert.ok(key?.[0]?.endsWith(`…${row.last_four}`))
  assert.equal(key?.[1], partner.partnerId)
  assert.deepEqual(job, [`${row.short_id} · Sofa, call +34612345678`, null])
  assert.deepEqual(
    [member, gone],
    [
      [row.name, null],
      [null, null],
    ],
  )
  const [, , masked] = await namesFor(viewer)
  assert.match(masked?.[0] ?? '', /Sofa, call/)
  assert.doesNotMatch(masked?.[0] ?? '', /612345678/)
})

test('the export has every event that the filters let through, and no cell is a formula', async () => {
  const by = {
    actor: { type: 'cli' as const, name: '=HYPERLINK("http://evil.example")' },
    reason: ' +1,"x"\n-2',
  }
  await app.db.kysely
    .transaction()
    .execute((trx) =>
      recordAudit(trx, { ...by, act: 'dispute.release', targets: [{ type: 'dispute', id: '1' }] }),
    )
  const csv = await owner.call(exportAuditEvents, { query: { format: 'csv', act: 'dispute', target: '1' } })
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="dray-audit.csv"')
  const [head, line, end] = csv.text.replace(/^\uFEFF/, '').split('\r\n')
  assert.match(head ?? '', /^event_id,at,actor_type,/)
  assert.ok(
    line?.includes(`,"'=HYPERLINK(""http://evil.example"")",,dispute.release,dispute 1,"' +1,""x""\n'-2",`),
    line,
  )
  assert.equal(end, '')
  const all = await owner.call(exportAuditEvents, { query: { format: 'ndjson' } })
  const ids = all.text
    .trim()
    .split('\n')
    .map((each) => (JSON.parse(each) as { event_id: number }).event_id)
  const { rows } = await app.db.pool.query<{ id: number }>('select id from audit_event order by id desc')
  assert.deepEqual(
    ids,
    rows.map(({ id }) => id),
  )
})
