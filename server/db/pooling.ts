import { Client } from 'pg'
import { newId } from '../lib/ids.ts'
import type { Connection } from './database.ts'

/** The pooler between Dray and PostgreSQL, if there is one. */
export type Pooling = {
  /** `transaction`: each transaction may run on another connection; `session`: one connection for each of ours. */
  mode: 'none' | 'session' | 'transaction'
  /** Whether a named statement is still there in the next transaction. */
  keepsPrepared: boolean
  /** Settings that another client left on a connection, such as `synchronous_commit`. */
  leaked: string[]
}

/**
 * Finds out whether the connection leads through a pooler, and how that works: two clients take turns, and each sees
 * which connections of PostgreSQL they get.
 *
 * @throws the database's error when it is unavailable.
 */
export async function examinePooling(connection: Connection): Promise<Pooling> {
  await using first = await connect(connection)
  const isDirect = (await pidOf(first)) === first.processID
  if (isDirect) return { mode: 'none', keepsPrepared: true, leaked: [] }
  await using second = await connect(connection)
  // The name of an earlier examination may still exist on a connection of the pooler.
  const name = `examine-${newId()}`
  const before = await pidAndSettings(first, name)
  // The other client holds the connection that a pooler would give out next, so the first one gets another.
  await second.query('begin')
  const held = await pidAndSettings(second)
  const keepsPrepared = await pidAndSettings(first, name).then(
    () => true,
    (error: { code?: string }) => {
      if (lostStatement.has(error.code)) return false
      throw error
    },
  )
  await second.query('rollback')
  const leaked = [...new Set([...before.leaked, ...held.leaked])].sort()
  return { mode: before.pid === held.pid ? 'transaction' : 'session', keepsPrepared, leaked }
}

/** Errors of a named statement whose connection is another one: it does not exist there, or exists already. */
const lostStatement = new Set<string | undefined>(['26000', '42P05'])

type Examiner = Client & { processID: number } & AsyncDisposable

async function connect(connection: Connection): Promise<Examiner> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
    application_name: 'dray',
  })
  client.on('error', () => {})
  await client.connect()
  const end = () => client.end().catch(() => {})
  return Object.assign(client, { [Symbol.asyncDispose]: end }) as unknown as Examiner
}

async function pidOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

// A pooler itself sets these for each client; the others are reset only by a pooler by session.
const ofTheClient = `'application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'IntervalStyle',
  'standard_conforming_strings', 'extra_float_digits'`

async function pidAndSettings(client: Client, name?: string): Promise<{ pid: number; leaked: string[] }> {
  const { rows } = await client.query<{ pid: number; leaked: string[] }>({
    ...(name && { name }),
    text: `select pg_backend_pid() as pid, array(
             select name from pg_settings where source = 'session' and name not in (${ofTheClient})) as leaked`,
  })
  return rows[0] ?? { pid: 0, leaked: [] }
}
