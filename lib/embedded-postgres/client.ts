import { Client, type ClientConfig, escapeIdentifier, escapeLiteral } from 'pg'

/**
 * Connects and runs a trivial query.
 *
 * @returns 'ok', or the SQLSTATE or system code of the error (the message if there is no code).
 */
export async function probe(connection: ClientConfig): Promise<string> {
  return await query(connection, 'select 1')
}

/** Timeout until a PostgreSQL that has just started accepts a connection, such as on a busy machine. */
const patienceMs = 30_000

/**
 * Creates the database if it does not exist. Retries while PostgreSQL is too slow to accept a connection.
 *
 * @returns the same values as `probe`.
 */
export async function ensureDatabase(connection: ClientConfig): Promise<string> {
  for (const givingUpAt = Date.now() + patienceMs; ; ) {
    const answer = await ensureOnce(connection)
    if (answer !== tooSlow || Date.now() > givingUpAt) return answer
  }
}

async function ensureOnce(connection: ClientConfig): Promise<string> {
  const answer = await probe(connection)
  if (answer !== noSuchDatabase) return answer
  return await query({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
}

/**
 * Creates the role of `service`, or gives it the password again, and lets it connect. It has no other right. The lock
 * is for a server and a command that do so concurrently.
 *
 * @returns the same values as `probe`.
 */
export async function ensureRole(connection: ClientConfig, service: ClientConfig): Promise<string> {
  const name = escapeIdentifier(String(service.user))
  const password = escapeLiteral(String(service.password))
  return await query(
    connection,
    `select pg_advisory_xact_lock(hashtextextended('ensure-role', 0));
     do $ensure$ begin
       if not exists (select from pg_roles where rolname = ${escapeLiteral(String(service.user))}) then create role ${name}; end if;
     end $ensure$;
     alter role ${name} login nosuperuser nocreatedb nocreaterole password ${password}`,
  )
}

/** SQLSTATEs that the caller handles. */
export const noSuchDatabase = '3D000'
export const startingOrStopping = '57P03'
export const wrongPassword = '28P01'

/** The message of `pg` after `connectionTimeoutMillis`; the error has no code. */
const tooSlow = 'timeout expired'

async function query(connection: ClientConfig, text: string): Promise<string> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 2_000, query_timeout: 60_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(text)
    return 'ok'
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}
