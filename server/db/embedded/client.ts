import { Client, type ClientConfig } from 'pg'

/**
 * Connects and asks one thing.
 *
 * @returns 'ok', or PostgreSQL's SQLSTATE or the system's error code that says why not.
 */
export async function knock(connection: ClientConfig): Promise<string> {
  return await query(connection, 'select 1')
}

/** Makes the database the first time. @returns as `knock`. */
export async function ensureDatabase(connection: ClientConfig): Promise<string> {
  const answer = await knock(connection)
  if (answer !== noSuchDatabase) return answer
  return await query({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
}

/** SQLSTATEs that decide what to do next. */
export const noSuchDatabase = '3D000'
export const startingOrStopping = '57P03'
export const wrongPassword = '28P01'

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
