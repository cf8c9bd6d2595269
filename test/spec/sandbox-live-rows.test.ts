import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { moves } from '#contract/sandbox/moves.ts'
import { stories } from '#contract/sandbox/stories.ts'
import { keptInRealTime, worldRows } from '../../server/sandbox/world-rows.ts'
import { acceptedDeal, completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { sandboxUser } from '../support/sandbox.ts'

/** The rows of every table, except those that any call with a key writes. */
async function readRows(pool: pg.Pool): Promise<Map<string, Set<string>>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('api_key_secret', 'sandbox_world')`,
  )
  const found = new Map<string, Set<string>>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t`)
    found.set(name, new Set(rows.map(({ row }) => row)))
  }
  return found
}

const calls = Number(process.env['SANDBOX_CALLS'] ?? 100)

test('sandbox: no live row is touched by random calls', async () => {
  await using market = await openMarket()
  await completedDeal(market)
  await acceptedDeal(market)
  await market.partner.create({ customer_phone: stories[1]?.phone ?? '' })
  const before = await readRows(market.app.db.pool)
  const user = await sandboxUser(market.app)
  const jobs: string[] = []
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let call = 0; call < calls; call++) {
    const jobId = jobs[random(Math.max(1, jobs.length))]
    if (!jobId || random(10) === 0)
      jobs.push(await user.begin(stories[random(stories.length)]?.name ?? 'happy'))
    else if (random(4) === 0) await user.sandbox('POST', '/clock', { advance_seconds: 1 + random(200_000) })
    else await user.sandbox('POST', `/jobs/${jobId}/moves`, { do: moves[random(moves.length)] })
  }
  const after = await readRows(market.app.db.pool)
  for (const [table, rows] of before)
    for (const row of rows) assert.ok(after.get(table)?.has(row), `${table}: ${row}`)
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
  const ofPeopleOnly = ['session', 'push_subscription', 'carrier_document', 'wallet']
  for (const { table, columns } of rows) {
    if (table in keptInRealTime || ofPeopleOnly.includes(table)) continue
    const known = worldRows.find((each) => each.table === table)
    assert.deepEqual([...(known?.columns ?? []), ...(known?.leases ?? [])].sort(), columns.sort(), table)
  }
})
