import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../server/lib/ids.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { lockTable } from '../support/table-lock.ts'
import { until } from '../support/until.ts'

/*
 * Decisions 33, 34 and 38: what a crash costs the files of the panel, the log of the partners' calls, and the closed
 * months.
 */
const copies = 1_400

test('kill -9 in the middle of an export: another process goes on, and the file has every job once', async () => {
  await using installation = await createInstallation()
  const { pool } = installation.db
  const partner = await installation.partner()
  let exportId: string
  {
    await using first = await installation.start('start')
    await partner.create({ external_reference: 'first' })
    await addCopies(installation)
    await using held = await holdSecondChunk(installation)
    exportId = await addExport(installation)
    await held.reached()
    await first.kill()
  }
  // Waits for the transaction that the killed process left, and ends its lease.
  await pool.query(`update job_export set due_at = now() where status = 'running'`)
  const { rows: left } = await pool.query(
    'select status, chunks, (select count(*) from job_export_chunk)::integer as stored from job_export',
  )
  assert.deepEqual(left, [{ status: 'running', chunks: 1, stored: 1 }], 'the first batch, and nothing half')
  await using _second = await installation.start('work')
  await until('the export is done', async () => (await statusOf(installation, exportId)) === 'done')
  const { rows: chunks } = await pool.query<{ content: string }>(
    'select content from job_export_chunk order by position',
  )
  const lines = chunks
    .map(({ content }) => content)
    .join('')
    .trim()
    .split('\r\n')
    .slice(1)
  assert.equal(lines.length, copies + 1)
  assert.equal(new Set(lines.map((line) => line.split(',')[0])).size, copies + 1)
})

test('kill -9 loses only calls that were not flushed; log and counts agree on what is left', async () => {
  await using installation = await createInstallation()
  const { pool } = installation.db
  const partner = await installation.partner()
  const count = async (from: string): Promise<number> => {
    const { rows } = await pool.query(`select coalesce(${from}, 0)::integer as calls`)
    return rows[0].calls
  }
  const logged = () => count('(select count(*) from request_log)')
  const counted = () => count('(select sum(calls) from request_minute)')
  const read = () => partner.read('019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803')
  {
    await using first = await installation.start('serve')
    for (let call = 0; call < 5; call++) await read()
    await until('five calls are flushed', async () => (await logged()) === 5)
    for (let call = 0; call < 5; call++) await read()
    await first.kill()
  }
  const left = await logged()
  assert.ok(left >= 5 && left <= 10, `${left} calls`)
  assert.equal(await counted(), left)
  await using _second = await installation.start('serve')
  await read()
  await until('the next call is flushed', async () => (await logged()) === left + 1)
  assert.equal(await counted(), left + 1)
})

test('kill -9 in the middle of the check of a closed month: the month is still due, and another process checks it', async () => {
  await using installation = await createInstallation()
  const { pool } = installation.db
  await pool.query(
    `insert into month_closing (month, closed_by, reason, figures, checked_at)
     values ('2026-01', 'Olga', 'agreed', '{"rows": 0, "accounts": [], "movements": [], "jobs": {"completed": 0, "cancelled": 0}}',
       now() - interval '25 hours')`,
  )
  const bookLate = `insert into ledger_transfer (id, at, kind, debit, credit, amount_cents, mode)
    values ($1, '2026-01-05T12:00:00Z', 'correction', 'platform:fees', 'processor:sandbox', 30, 'live')`
  await pool.query(bookLate, [newId()])
  const readClosing = async () => {
    const { rows } = await pool.query(
      `select checked_at > now() - interval '1 hour' as checked, differs_since is not null as differs from month_closing`,
    )
    return rows[0]
  }
  {
    await using _lock = await lockTable(installation.db.url, 'ledger_transfer', 'ACCESS EXCLUSIVE')
    await using first = await installation.start('work')
    await until('the month is being compared', async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%as day from ledger_transfer%'`,
      )
      return rowCount === 1
    })
    await first.kill()
  }
  assert.deepEqual(await readClosing(), { checked: false, differs: false }, 'the month is still due')
  await using _second = await installation.start('work')
  await until('the month is compared', async () => (await readClosing()).checked)
  assert.deepEqual(await readClosing(), { checked: true, differs: true })
})

async function addCopies({ db }: Installation): Promise<void> {
  const { rows } = await db.pool.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = 'job' and is_generated = 'NEVER'`,
  )
  const names = rows[0]?.names ?? ''
  // In steps, because a busy machine is slow and a statement has a time limit.
  const ends = Array.from({ length: copies / 100 }, (_, at) => (at + 1) * 100)
  const { rows: originals } = await db.pool.query<{ id: string }>('select id from job')
  for (const end of ends)
    await db.pool.query(
      `insert into job (${names}) select ${names} from (
       select (jsonb_populate_record(null::job, to_jsonb(job) || jsonb_build_object(
         'id', gen_random_uuid(), 'short_id', 'copy' || n, 'external_reference', 'copy ' || n, 'external_reference_nfc', 'copy ' || n,
         'created_at', created_at - n * interval '1 second'))).*
       from job cross join generate_series($1::integer - 99, $1) n where job.id = any ($2)) copies`,
      [end, originals.map(({ id }) => id)],
    )
}

async function addExport({ db }: Installation): Promise<string> {
  const [memberId, exportId] = [newId(), newId()]
  await db.pool.query(`insert into member (id, name, role, language) values ($1, 'Ana', 'owner', 'en')`, [
    memberId,
  ])
  await db.pool.query(
    `insert into job_export (id, member_id, filters, with_phones) values ($1, $2, '{}', false)`,
    [exportId, memberId],
  )
  return exportId
}

const statusOf = async ({ db }: Installation, id: string): Promise<string> =>
  (await db.pool.query('select status from job_export where id = $1', [id])).rows[0].status

const holdSecondChunk = ({ db }: Installation) =>
  holdInTrigger(db, 'before insert on job_export_chunk for each row when (new.position = 1)')
