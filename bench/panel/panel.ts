import type { AddressInfo } from 'node:net'
import { closeDatabase, openDatabase } from '../../server/db/database.ts'
import { composeDray } from '../support/compose-dray.ts'
import { type Result, report } from '../support/result.ts'
import { type Caller, openCallers } from './callers.ts'
import type { Size } from './fill/fill.ts'
import { type Filled, openFilled } from './filled-database.ts'
import { printPlans, withPlans } from './plans.ts'
import type { Read } from './read.ts'
import { readsOf } from './reads.ts'
import { findSubjects } from './subjects.ts'

const [warmUps, rounds] = [3, 20]

const number = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)

/**
 * Every list, search and page of the operator's panel and of the partner's own pages, over HTTP, by signed-in members,
 * among a year of jobs (`PANEL_JOBS`, `PANEL_AUDIT`, `PANEL_REQUESTS`), the slowest first. With `PANEL_ONLY=word` only
 * reads whose name contains it; with `PANEL_PLAN=word` also the plan of each of their statements, which makes them
 * slower.
 */
export async function run(): Promise<Result[]> {
  const size = {
    jobs: number('PANEL_JOBS', 1_000_000),
    auditEvents: number('PANEL_AUDIT', 10_000_000),
    requests: number('PANEL_REQUESTS', 1_000_000),
  }
  const { url, filled } = await openFilled(size)
  const plans = process.env.PANEL_PLAN
  const only = plans ?? process.env.PANEL_ONLY ?? ''
  await using panel = await openPanel(plans ? withPlans(url) : url)
  const results: Result[] = []
  for (const read of panel.reads.filter(({ name }) => name.includes(only))) {
    const result = resultOf(read, await measure(panel, read))
    // A run takes long: each result is shown at once, and all again in order at the end.
    console.error(report([result]))
    results.push(result)
  }
  results.sort((a, b) => b.value - a.value)
  return [...(filled ? filledIn(size, filled) : []), ...results]
}

const filledIn = ({ jobs, auditEvents }: Size, { seconds, watchSeconds }: Filled): Result[] => [
  { name: `panel: filled with ${jobs} jobs, ${auditEvents} audit rows, s`, value: seconds, goal: '' },
  { name: 'panel: one check of the whole ledger, in the background, s', value: watchSeconds, goal: '' },
]

type Panel = { callers: Caller[]; reads: Read[]; print: (name: string) => void }

async function openPanel(url: string): Promise<Panel & AsyncDisposable> {
  const baseUrl = 'http://127.0.0.1:8080'
  const dray = await composeDray(url, { BASE_URL: baseUrl, TRUST_PROXY: '1' })
  const print = printPlans(dray.database.pool)
  await dray.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' })
  const { port } = dray.app.server.address() as AddressInfo
  const database = openDatabase({
    connection: { connectionString: url },
    maxConnections: 1,
    statementTimeoutMs: 0,
    onError: () => {},
  })
  const subjects = await findSubjects(database.pool)
  const needs = {
    kysely: database.kysely,
    url: `http://127.0.0.1:${port}`,
    baseUrl,
    partnerId: subjects.largePartnerId,
  }
  const callers = await openCallers(needs, warmUps + rounds)
  await closeDatabase(database)
  return {
    callers,
    reads: readsOf(subjects),
    print,
    async [Symbol.asyncDispose]() {
      dray.app.server.closeAllConnections()
      await dray.app.close()
      await dray.close()
    },
  }
}

type Measured = { p50: number; p95: number; rows: number | null; status: number }

/** Each round has another caller; a request that fails is sent once. */
async function measure({ callers, print }: Panel, read: Read): Promise<Measured> {
  const times: number[] = []
  let last = { status: 0, rows: null as number | null }
  for (const [round, caller] of callers.entries()) {
    if (round === callers.length - 1) print(read.name)
    const begunAt = performance.now()
    last = await caller.ask(read)
    if (round >= warmUps) times.push(performance.now() - begunAt)
    if (last.status !== 200) return { p50: Number.POSITIVE_INFINITY, p95: Number.POSITIVE_INFINITY, ...last }
  }
  times.sort((a, b) => a - b)
  return { p50: times[rounds / 2] ?? 0, p95: times[Math.floor(rounds * 0.95)] ?? 0, ...last }
}

const resultOf = ({ name }: Read, { p50, p95, rows, status }: Measured): Result => ({
  name: `panel: ${name}, p95 ms`,
  value: p95,
  goal: '<= 150',
  detail:
    status === 200 ? `p50 ${p50.toFixed(1)}${rows === null ? '' : `, ${rows} rows`}` : `answered ${status}`,
})
