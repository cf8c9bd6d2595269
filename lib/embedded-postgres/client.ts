import { Client, type ClientConfig } from 'pg'

/**
 * Connects and runs a trivial query.
 *
 * @returns 'ok', or the SQLSTATE or system error code of the failure (the message if there is no code).
 */
export async function probe(connection: ClientConfig): Promise<string> {
  return await query(connection, 'select 1')
}

/** Creates the database if it does not exist. @returns the same values as `probe`. */
export async function ensureDatabase(connection: ClientConfig): Promise<string> {
  const answer = await probe(connection)
  if (answer !== noSuchDatabase) return answer
  return await query({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
}

/** SQLSTATEs that the caller handles. */
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
