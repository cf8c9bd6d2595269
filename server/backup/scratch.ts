import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg'
import { atDatabase, type Connection, closeDatabase, type Database, openDatabase } from '../db/database.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { refuseLittleSpace } from './free-space.ts'
import { dropStatements, isMarked } from './scratch-contents.ts'
import { inTransaction, readWrite } from './transaction.ts'

type Lend<T> = (scratch: Database) => Promise<T>

type ScratchOrder = {
  /** Ends the work immediately, also in the middle of a statement. */
  signal: AbortSignal
  /** The folder of the embedded PostgreSQL, whose disk must have enough space; null with another one. */
  dataDir: string | null
  /** Called with the name of each database that a killed drill left and this one has dropped. */
  onLeftover: (name: string) => void
}

/**
 * Creates a database on the server of `connection`, lends it to `work`, and drops it, also after an error or a signal.
 * A drill that is killed leaves its database, and the next one drops it. Every drill holds a lock on its name in a
 * transaction, which ends with the process, so a database whose lock is free has no drill.
 *
 * @throws OperatorError when the role may not create databases.
 */
export async function inScratchDatabase<T>(
  connection: Connection,
  { signal, dataDir, onLeftover }: ScratchOrder,
  work: Lend<T>,
): Promise<T> {
  const admin = open(connection)
  try {
    const prefix = await prefixOf(admin.pool)
    for (const name of await findScratch(admin.pool, prefix))
      if (await dropUnlessUsed(admin.pool, name).catch(refuseLeftover(name))) onLeftover(name)
    if (dataDir) await refuseLittleSpace(admin.pool, dataDir)
    const name = `${prefix}${timeStamp()}_${randomBytes(3).toString('hex')}`
    return await inTransaction(admin.pool, readWrite, async (client) => {
      await lockName(client, name)
      await admin.pool.query(createSql(name)).catch(refuseWithRemedy)
      const scratch = open(atDatabase(connection, name))
      try {
        return await lend({ scratch, work, signal, end: () => drop(admin.pool, name) })
      } finally {
        await closeDatabase(scratch)
      }
    })
  } finally {
    await closeDatabase(admin)
  }
}

/**
 * Lends an empty database that was made by hand, and empties it at the end. Empties it before too, if a killed drill
 * has left something in it.
 *
 * @param own the service's database, which is refused; null if this machine has none.
 * @throws OperatorError when it is the service's, is in use, or is not empty.
 */
export async function inGivenDatabase<T>(
  given: Connection,
  { signal, own }: { signal: AbortSignal; own: Connection | null },
  work: Lend<T>,
): Promise<T> {
  const scratch = open(given)
  try {
    if (own) await refuseOwn(scratch.pool, own)
    return await inTransaction(scratch.pool, readWrite, async (client) => {
      if (!(await lockName(client, 'the whole database')))
        throw new OperatorError('Another drill uses the database of --into: wait until it has ended')
      await refuseUsed(scratch.pool)
      return await lend({ scratch, work, signal, end: () => emptyAfterDrill(scratch.pool, client) })
    })
  } finally {
    await closeDatabase(scratch)
  }
}

type Loan<T> = { scratch: Database; work: Lend<T>; signal: AbortSignal; end: () => Promise<void> }

/** Runs `work` until it ends or is aborted. Then ends the connections, so a long statement does not go on. */
async function lend<T>({ scratch, work, signal, end }: Loan<T>): Promise<T> {
  const working = work(scratch)
  try {
    const result = await untilAborted(working, signal)
    await end()
    return result
  } catch (error) {
    // The first error is the reason. The next drill repeats the rest.
    await end().catch(() => {})
    await working.catch(() => {})
    throw error
  }
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** `keepAlive`: a connection may be idle while another restores for an hour. */
const open = (connection: Connection): Database =>
  openDatabase({
    connection: { ...connection, keepAlive: true },
    maxConnections: 6,
    statementTimeoutMs: 0,
    onError: () => {},
  })

/** Names the installation by its database, so installations on one server leave each other's drills alone. */
async function prefixOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database()::text as name')
  const owner = createHash('sha256')
    .update(rows[0]?.name ?? '')
    .digest('hex')
  return `dray_drill_${owner.slice(0, 8)}_`
}

/** For the operator who finds one: `20261129T193824` in UTC. */
const timeStamp = (): string =>
  new Date()
    .toISOString()
    .replaceAll(/[-:]|\..*/g, '')
    .toLowerCase()

/** The databases that drills of this installation have made with this role. */
async function findScratch(pool: pg.Pool, prefix: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select datname::text as name from pg_database
     where datname ~ ('^' || $1 || '\\d{8}t\\d{6}_[0-9a-f]{6}$') and pg_get_userbyid(datdba) = current_user`,
    [prefix],
  )
  return rows.map(({ name }) => name)
}

/** A drill that goes on would fill the disk with one more copy each night. */
const refuseLeftover = (name: string) => (error: Error) => {
  throw new OperatorError(`The database ${name} of an earlier drill cannot be dropped (${error.message})`, {
    cause: error,
  })
}

/** @returns whether it was dropped here: its drill may have done it meanwhile. */
const dropUnlessUsed = (pool: pg.Pool, name: string): Promise<boolean> =>
  inTransaction(pool, readWrite, async (client) => {
    if (!(await lockName(client, name))) return false
    const { rowCount } = await client.query(`select from pg_database where datname = ${escapeLiteral(name)}`)
    if (rowCount === 0) return false
    await drop(pool, name)
    return true
  })

const drop = async (pool: pg.Pool, name: string): Promise<void> =>
  void (await pool.query(`drop database if exists ${escapeIdentifier(name)} with (force)`))

/**
 * Takes the lock by a statement without a parameter: the portal of one with a parameter keeps its snapshot until the
 * next statement, and would stop the vacuum of the service for as long as the drill runs.
 *
 * @returns false if another transaction holds the lock.
 */
async function lockName(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended(${escapeLiteral(`dray drill ${name}`)}, 0)) as locked`,
  )
  return rows[0]?.locked ?? false
}

const createSql = (name: string): string =>
  `create database ${escapeIdentifier(name)} encoding 'UTF8' template template0`

function refuseWithRemedy(error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  const byHand = 'make an empty database for drills and name it with --into URL'
  if (code === '42501')
    throw new OperatorError(
      `The role of this database may not create databases.\nLet it (alter role … createdb), or ${byHand}`,
      { cause: error },
    )
  // Such as an encoding that the locale of the server does not allow.
  if (code === '22023') throw new OperatorError(`${message}.\nInstead, ${byHand}`, { cause: error })
  throw error
}

/** Two connections lead to one database if it has the same oid and its server started at the same microsecond. */
async function refuseOwn(given: pg.Pool, own: Connection): Promise<void> {
  const service = open(own)
  try {
    // Without an answer it cannot be compared. What a service uses is not empty, so it is refused for that.
    const its = await identityOf(service.pool).catch(() => null)
    if (its !== null && its === (await identityOf(given)))
      throw new OperatorError('--into names the database of the service: name an empty one')
  } finally {
    await closeDatabase(service)
  }
}

async function identityOf(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ identity: string }>(
    `select oid || ' ' || extract(epoch from pg_postmaster_start_time()) as identity
     from pg_database where datname = current_database()`,
  )
  return rows[0]?.identity ?? null
}

/** Empties what a killed drill has left. @throws OperatorError when anything else is in the database. */
async function refuseUsed(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, readWrite, async (client) => {
    if (await isMarked(client)) await empty(client)
    if ((await dropStatements(client)).length > 0)
      throw new OperatorError(
        'The database of --into is not empty: name one without tables, for drills alone',
      )
  })
}

/**
 * Ends the connections of the drill first, as an aborted one may hold locks; except that of `keeper`, whose transaction
 * keeps other drills away.
 */
async function emptyAfterDrill(pool: pg.Pool, keeper: ClientBase): Promise<void> {
  const { rows } = await keeper.query<{ pid: number }>('select pg_backend_pid() as pid')
  await inTransaction(pool, readWrite, async (client) => {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user and application_name = 'dray'
         and pid not in ($1, pg_backend_pid())`,
      [rows[0]?.pid],
    )
    await empty(client)
  })
}

/** Gives up where a session of another role holds a lock, such as that of a person who looks at it. */
async function empty(client: ClientBase): Promise<void> {
  await client.query(`set local lock_timeout = '10s'`)
  for (const statement of await dropStatements(client)) await client.query(statement)
}
