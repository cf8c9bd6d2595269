import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobInstants, keptInRealTime, worldRows } from '../../server/sandbox/world-rows.ts'
import { openMarket } from '../support/market.ts'
import { callAtRandom } from '../support/random-sandbox-calls.ts'

/** `npm run bench -- sandbox` makes 10,000. */
const calls = Number(process.env['SANDBOX_CALLS'] ?? 100)

test('sandbox: no live row is touched by random calls', async () => {
  const { rows, checksumBefore, checksumAfter, statuses } = await callAtRandom(calls)
  assert.ok(rows > 100, String(rows))
  assert.equal(checksumAfter, checksumBefore)
  assert.ok((statuses[200] ?? 0) > calls / 5, JSON.stringify(statuses))
})

test('sandbox: the clock moves every instant that belongs to a job or to a person of the world', async () => {
  await using market = await openMarket()
  const { rows } = await market.app.db.pool.query<{ table: string; columns: string[] }>(`
    with recursive near as (
      select 'job'::regclass::oid as id union select 'account'::regclass::oid
      union
      select fk.conrelid from near join pg_constraint fk on fk.confrelid = near.id and fk.contype = 'f'
    )
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and data_type = 'timestamp with time zone'
      and format('%I', table_name)::regclass::oid in (select id from near) group by table_name`)
  const ofPeopleOnly = ['session', 'push_subscription', 'carrier_document', 'carrier_area', 'wallet']
  for (const { table, columns } of rows) {
    if (table in keptInRealTime || ofPeopleOnly.includes(table)) continue
    const { columns: moved = [], leases = [] } =
      table === 'job' ? { columns: jobInstants } : (worldRows.find((each) => each.table === table) ?? {})
    assert.deepEqual([...moved, ...leases].sort(), columns.sort(), table)
  }
})
