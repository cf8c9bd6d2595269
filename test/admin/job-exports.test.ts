import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import {
  downloadJobExport,
  listJobExports,
  readJobExport,
  startJobExport,
} from '#contract/admin/job-exports.ts'
import type { JobFilters } from '#contract/admin/job-filters.ts'
import { listJobs } from '#contract/admin/jobs.ts'
import { changeMemberRole } from '#contract/admin/members.ts'
import { writeExports } from '../../server/jobs/queries/staff/write-export.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { runTasks, sofa, startDray, type TestDray } from '../support/dray.ts'
import { signIn } from '../support/person.ts'
import { because, joinAs, joinAsOwner, type Staff, stepUp } from '../support/staff.ts'
import { until } from '../support/until.ts'

/* Jobs are written to a file by a background task that survives a crash. */
let app: TestDray
let owner: Staff
let viewer: Staff
const evil = ['=1+1', '+1', '-1', '@SUM(A1)', '\u200B=2', 'a,"b"', '＝3', ' =4']
before(async () => {
  app = await startDray()
  owner = await joinAsOwner(app)
  viewer = await joinAs(app, owner, 'viewer')
  const partner = await app.partner({ companyName: '=cmd' })
  for (const [index, title] of evil.entries())
    await partner.create({ ...sofa, title: title.padEnd(4, '!'), external_reference: `@ref${index}` })
})
after(() => app[Symbol.asyncDispose]())

const signal = new AbortController().signal
const write = (exportBatch = 3, stop = signal) => writeExports({ kysely: app.db.kysely, exportBatch }, stop)

async function start(by: Staff, filters: JobFilters = {}, with_phones = false): Promise<string> {
  await app.db.pool.query('delete from job_export')
  return (await by.ok(startJobExport, { body: { filters, with_phones } })).export_id
}

const at = (export_id: string) => ({ params: { export_id } })

/** The cells of the file, without its head. */
async function download(by: Staff, id: string): Promise<string[][]> {
  const { status, text, headers } = await by.call(downloadJobExport, at(id))
  assert.equal(status, 200, text)
  assert.match(headers.get('content-disposition') ?? '', /attachment; filename="dray-jobs.csv"/)
  const lines = text.split('\r\n')
  assert.ok(lines[0]?.startsWith('job_id,') || lines[0]?.startsWith('\uFEFFjob_id,'), lines[0])
  assert.equal(lines.at(-1), '', 'the last line is whole')
  return lines.slice(1, -1).map((line) => line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.map(cell) ?? [])
}

const cell = (found: string) => found.replace(/,$/, '').replace(/^"|"$/g, '').replaceAll('""', '"')

test('the file has exactly the jobs of the list, in its order', async () => {
  const id = await start(owner)
  assert.equal(await owner.refused(downloadJobExport, at(id)), '409 wrong_state')
  await write()
  const shown = await owner.ok(readJobExport, at(id))
  assert.deepEqual([shown.status, shown.rows_written], ['done', evil.length])
  const { jobs } = await owner.ok(listJobs, { body: {} })
  assert.deepEqual(
    (await download(owner, id)).map(([job_id]) => job_id),
    jobs.map(({ job_id }) => job_id),
  )
  const search = '@ref2'
  const one = await start(owner, { search })
  await write()
  assert.deepEqual(
    (await download(owner, one)).map(([job_id]) => job_id),
    (await owner.ok(listJobs, { body: { filters: { search } } })).jobs.map(({ job_id }) => job_id),
  )
})

test('a running server writes the file by itself', async () => {
  const id = await start(owner)
  await using _ = runTasks(app)
  await until('the file is complete', async () => (await owner.ok(readJobExport, at(id))).status === 'done')
  assert.equal((await download(owner, id)).length, evil.length)
})

test('no cell begins with what a spreadsheet runs', async () => {
  const id = await start(owner)
  await write()
  for (const row of await download(owner, id))
    for (const value of row) assert.doesNotMatch(value, /^[\s\p{Cf}]*[=@]|^[+-][^\d]/u)
})

test('titles are written without controls of direction', async () => {
  const partner = await app.partner()
  await partner.create({ ...sofa, title: 'Sofa\u202Egpj', external_reference: 'turned' })
  const id = await start(owner, { search: 'turned' })
  await write()
  assert.equal((await download(owner, id))[0]?.[5], 'Sofagpj')
  await app.db.pool.query(`delete from job where external_reference = 'turned'`)
})

test('phones are masked, or whole for staff with a fresh proof, which the download needs too', async () => {
  const body = { with_phones: true }
  const staff = await joinAs(app, owner, 'staff')
  assert.equal(await viewer.refused(startJobExport, { body }), '403 role_too_low')
  await forgetProofs()
  assert.equal(await staff.refused(startJobExport, { body }), '403 step_up_required')
  await stepUp(app, staff)
  const whole = await start(staff, {}, true)
  await write()
  assert.ok((await download(staff, whole)).every((row) => row.join().includes(`'${sofa.customer_phone}`)))
  await forgetProofs()
  assert.equal(await staff.refused(downloadJobExport, at(whole)), '403 step_up_required')
  for (const by of [viewer, staff]) {
    const masked = await start(by)
    await write()
    const text = (await download(by, masked)).join()
    assert.ok(!text.includes(sofa.customer_phone) && text.includes('•••••'))
  }
})

const forgetProofs = () =>
  app.db.pool.query(`update member_session set stepped_up_at = now() - interval '1 hour'`)

test('the erasure of a person deletes every file that may have their jobs', async () => {
  const id = await start(owner)
  await write()
  const { accountId } = await signIn(app)
  await eraseAccount(app.db.kysely, { accountId, moneySettled: false })
  assert.equal(await owner.refused(readJobExport, at(id)), '404 not_found')
  const { rowCount } = await app.db.pool.query('select from job_export_chunk')
  assert.equal(rowCount, 0)
})

test('a worker that dies in the middle leaves off where the next one goes on', async () => {
  const id = await start(owner)
  let reads = 0
  const stop = {
    get aborted() {
      return reads++ > 0
    },
  } as AbortSignal
  const rows = async () => (await owner.ok(readJobExport, at(id))).rows_written
  // Stops after the first batch; then the row looks as after a crash: running, and its lease is over.
  await write(3, stop)
  await claimAsCrashed(id)
  assert.equal(await rows(), 3)
  await write()
  const found = await download(owner, id)
  assert.equal(found.length, evil.length)
  assert.equal(new Set(found.map(([job_id]) => job_id)).size, evil.length)
})

/** A worker has claimed the export and died; its lease has ended. */
async function claimAsCrashed(id: string): Promise<void> {
  const { rowCount } = await app.db.pool.query(
    `update job_export set status = 'running', claim_id = gen_random_uuid(), due_at = now() - interval '1 second'
     where id = $1 and status in ('due', 'running')`,
    [id],
  )
  assert.equal(rowCount, 1, 'the export was not finished')
}

test('a worker whose claim was taken over writes nothing more', async () => {
  const id = await start(owner)
  // Takes the row away while the first batch is read.
  await app.db.pool.query(`create function steal() returns trigger language plpgsql as $$ begin
    if new.chunks = 1 and old.chunks = 0 then
      new.claim_id = gen_random_uuid(); new.due_at = now(); end if; return new; end $$;
    create trigger steal before update on job_export for each row execute function steal()`)
  await Promise.all([write(2), write(2)])
  await app.db.pool.query('drop trigger steal on job_export; drop function steal')
  await write(2)
  const found = await download(owner, id)
  assert.equal(new Set(found.map(([job_id]) => job_id)).size, evil.length)
  assert.equal(found.length, evil.length)
})

test('an export that keeps failing ends as failed, without words of the database', async () => {
  const id = await start(owner)
  await app.db.pool.query('alter table job_export_chunk add constraint broken check (false) not valid')
  for (let attempt = 0; attempt < 5; attempt++) {
    await app.db.pool.query('update job_export set due_at = now()')
    await assert.rejects(write())
  }
  await app.db.pool.query('alter table job_export_chunk drop constraint broken')
  const { status } = await owner.ok(readJobExport, at(id))
  assert.equal(status, 'failed')
  await write()
  assert.equal((await owner.ok(readJobExport, at(id))).status, 'failed')
})

test('an export is only for its member, expires, and is recorded', async () => {
  const id = await start(owner)
  await write()
  for (const operation of [readJobExport, downloadJobExport])
    assert.equal(await viewer.refused(operation, at(id)), '404 not_found')
  assert.deepEqual(await viewer.ok(listJobExports), { exports: [] })
  assert.equal((await owner.ok(listJobExports)).exports.length, 1)
  const { events } = await owner.ok(listAuditEvents, { query: { target: id } })
  assert.deepEqual(
    events.map(({ act }) => act),
    ['job.export'],
  )
  await app.db.pool.query(`update job_export set expires_at = now()`)
  assert.equal(await owner.refused(downloadJobExport, at(id)), '404 not_found')
  await write()
  const { rows } = await app.db.pool.query('select from job_export_chunk')
  assert.equal(rows.length, 0)
})

test('a member who is only a viewer now cannot download whole phones', async () => {
  const staff = await joinAs(app, owner, 'staff')
  const id = await start(staff, {}, true)
  await write()
  await stepUp(app, owner)
  await owner.ok(changeMemberRole, {
    params: { member_id: staff.memberId },
    body: { role: 'viewer', ...because },
  })
  assert.equal(await staff.refused(downloadJobExport, at(id)), '403 role_too_low')
})

test('a member has at most five exports, and a phone is not searched by a viewer', async () => {
  await start(owner)
  for (let more = 0; more < 4; more++) await owner.ok(startJobExport, { body: {} })
  assert.equal(await owner.refused(startJobExport, { body: {} }), '409 wrong_state')
  const body = { filters: { search: sofa.customer_phone } }
  assert.equal(await viewer.refused(startJobExport, { body }), '403 role_too_low')
})
