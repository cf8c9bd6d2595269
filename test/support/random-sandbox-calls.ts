import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { moves } from '#contract/sandbox/moves.ts'
import { stories } from '#contract/sandbox/stories.ts'
import { acceptedDeal, completedDeal } from './deals.ts'
import { openMarket } from './market.ts'
import { type SandboxUser, sandboxUser } from './sandbox.ts'

/** A key may call the sandbox 600 times a minute. */
const callsOfKey = 500

export type RandomCalls = { calls: number; keys: number; statuses: Record<number, number> }
export type LiveRows = { rows: number; tables: number; checksumBefore: string; checksumAfter: string }

/**
 * Makes random calls to the sandbox, with a new key for every 500, beside jobs of a live key.
 *
 * @returns the rows that were there before, and their checksum then and afterwards. Rows that the calls added are left
 *   out.
 * @throws AssertionError naming a row that was changed or deleted, or when rows with mode `live` were added.
 */
export async function callAtRandom(calls: number): Promise<RandomCalls & LiveRows> {
  await using market = await openMarket()
  await completedDeal(market)
  await acceptedDeal(market)
  await market.partner.create({ customer_phone: stories[1]?.phone ?? '' })
  const { pool } = market.app.db
  const before = await readRows(pool)
  const live = await countLive(pool)
  const statuses: Record<number, number> = {}
  const random = createRandom(7)
  let keys = 0
  for (let made = 0; made < calls; made += callsOfKey, keys++) {
    const user = await sandboxUser(market.app)
    await callOften(user, { calls: Math.min(callsOfKey, calls - made), random, statuses })
  }
  assert.equal(statuses[429] ?? 0, 0, 'every call was let through')
  const after = await readRows(pool)
  for (const [table, rows] of before)
    for (const row of rows) assert.ok(after.get(table)?.has(row), `${table}: ${row}`)
  assert.deepEqual(await countLive(pool), live, 'no live row was added')
  const kept = new Map(
    [...before].map(([table, rows]) => [
      table,
      new Set([...rows].filter((row) => after.get(table)?.has(row))),
    ]),
  )
  return {
    ...{ calls, keys, statuses },
    rows: [...before.values()].reduce((sum, { size }) => sum + size, 0),
    tables: before.size,
    checksumBefore: checksum(before),
    checksumAfter: checksum(kept),
  }
}

type Rows = Map<string, Set<string>>

/** The rows of every table, except those that any call with a key writes. */
async function readRows(pool: pg.Pool): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('api_key_secret', 'sandbox_world')`,
  )
  const found: Rows = new Map()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t`)
    found.set(name, new Set(rows.map(({ row }) => row)))
  }
  return found
}

/** The number of rows of each table that knows live rows from test rows. */
async function countLive(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'mode' and table_name <> 'api_key'`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer from "${name}" where mode = 'live'`,
    )
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

function checksum(rows: Rows): string {
  const lines = [...rows].flatMap(([table, of]) => [...of].map((row) => `${table}\t${row}`)).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

type Random = (below: number) => number

function createRandom(first: number): Random {
  let seed = first
  return (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
}

type Often = { calls: number; random: Random; statuses: Record<number, number> }

async function callOften(user: SandboxUser, { calls, random, statuses }: Often): Promise<void> {
  const jobs: string[] = []
  const counted = async (method: string, path: string, body: object) => {
    const { status } = await user.sandbox(method, path, body)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  for (let call = 0; call < calls; call++) {
    const jobId = jobs[random(Math.max(1, jobs.length))]
    if (!jobId || random(10) === 0)
      jobs.push(await user.begin(stories[random(stories.length)]?.name ?? 'happy'))
    else if (random(4) === 0) await counted('POST', '/clock', { advance_seconds: 1 + random(200_000) })
    else await counted('POST', `/jobs/${jobId}/moves`, { do: moves[random(moves.length)] })
  }
}
