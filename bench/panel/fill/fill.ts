import { styleText } from 'node:util'
import { Client } from 'pg'
import { closeDatabase, openDatabase } from '../../../server/db/database.ts'
import { ensureDefaultTariff } from '../../../server/pricing/store.ts'
import { fillAudit } from './audit.ts'
import { closeMonths } from './closing.ts'
import { ground } from './ground.ts'
import { afterJobs, fillJobs } from './jobs.ts'
import { afterMoney, fillMoney, moneyView } from './money.ts'
import { fillPeople } from './people.ts'
import { fillToday } from './today.ts'
import { fillRequests, fillTraffic } from './traffic.ts'

/** How many rows there will be. */
export type Size = { jobs: number; auditEvents: number; requests: number }

/** Rows of one statement. */
const step = 25_000

/**
 * Fills a migrated database with a year of Dray. Indexes stay; triggers and foreign keys are off, so a row has no other
 * cost. Jobs with their money, and the two logs, are written on two connections.
 *
 * @returns the seconds that the watch over the ledger took.
 */
export async function fill(url: string, { jobs, auditEvents, requests }: Size): Promise<number> {
  await using first = await connect(url)
  await using second = await connect(url)
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await first.client.query(statement)
  }
  await withoutTimeouts(url, (database) => ensureDefaultTariff(database))
  await run([ground(jobs), moneyView, ...fillPeople])
  await Promise.all([
    (async () => {
      await inSteps(first.client, { name: 'jobs', statements: [...fillJobs, ...fillMoney], count: jobs })
      await run([...afterJobs, 'analyze ledger_transfer', ...afterMoney])
    })(),
    (async () => {
      const more = [auditEvents, jobs]
      await inSteps(second.client, {
        name: 'audit events',
        statements: [fillAudit],
        count: auditEvents,
        more,
      })
      await inSteps(second.client, {
        name: 'requests',
        statements: [fillRequests],
        count: requests,
        more: [requests],
      })
      for (const statement of fillTraffic) await second.client.query(statement)
    })(),
  ])
  await run(['analyze', ...fillToday])
  await run(['vacuum analyze'])
  const watchSeconds = await withoutTimeouts(url, ({ kysely }) => closeMonths(kysely))
  await run(['drop schema bench cascade', 'vacuum analyze', 'checkpoint'])
  return watchSeconds
}

type Steps = { name: string; statements: readonly string[]; count: number; more?: number[] }

async function inSteps(client: Client, { name, statements, count, more = [] }: Steps): Promise<void> {
  for (let done = 0; done < count; done += step) {
    const end = Math.min(done + step, count)
    for (const statement of statements) await client.query(statement, [done, end, ...more])
    if (process.stderr.isTTY) console.error(styleText('dim', `${end} ${name}`))
  }
}

/** A connection for the fill; it needs the rights of a superuser, which the PostgreSQL of the package gives. */
async function connect(url: string): Promise<{ client: Client } & AsyncDisposable> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '64MB'`,
  )
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

async function withoutTimeouts<T>(
  url: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const connection = { connectionString: url }
  const database = openDatabase({ connection, maxConnections: 10, statementTimeoutMs: 0, onError: () => {} })
  try {
    return await work(database)
  } finally {
    await closeDatabase(database)
  }
}
