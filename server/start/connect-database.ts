import type { Config } from '../config/read-config.ts'
import type { Connection } from '../db/database.ts'

/** The location of the database and how to connect to it. */
export type DataHome = {
  /**
   * As the role of the service: it reads and writes rows, and may not change the schema or the audit log (decision 51).
   * May be a pooler.
   */
  connection: Connection
  /** As the role of the service, past a pooler: for `LISTEN` and for statements that take minutes. */
  directConnection: Connection
  /**
   * As the owner of the tables, past a pooler: for migrations, backups and restores. Without a second URL, the role of
   * `DATABASE_URL`.
   */
  ownerConnection: Connection
  /** The folder of the embedded PostgreSQL; null with `DATABASE_URL`. */
  dataDir: string | null
  adopted: boolean
  /** The server whose embedded PostgreSQL a command shares. */
  serverPid: number | null
  onExit: (listener: (reason: string) => void) => void
  stop: () => Promise<void>
}

type Log = (event: string, fields?: object) => void

/**
 * Connects to `DATABASE_URL`, else to the embedded PostgreSQL in `DATA_DIR`, which a command shares with a running
 * server.
 */
export async function connectDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseOwnerUrl' | 'prepares' | 'dataDir'>,
  owner: 'server' | 'command',
  log: Log,
): Promise<DataHome> {
  const { databaseUrl, prepares, dataDir } = config
  if (databaseUrl) {
    const at = (url: string) => ({ ...connectionTo(url), ...(!prepares && { unprepared: true }) })
    const directUrl = config.databaseDirectUrl ?? databaseUrl
    return {
      connection: at(databaseUrl),
      directConnection: at(directUrl),
      ownerConnection: at(config.databaseOwnerUrl ?? directUrl),
      dataDir: null,
      adopted: false,
      serverPid: null,
      onExit: () => {},
      stop: async () => {},
    }
  }
  const { startEmbeddedPostgres } = await import('../db/start-embedded.ts')
  const { connection, serviceConnection, ...home } = await startEmbeddedPostgres({ dataDir, owner, log })
  const service = { connection: serviceConnection, directConnection: serviceConnection }
  return { ...home, ...service, ownerConnection: connection }
}

/**
 * URL parameters that would override Dray's settings: queries of requests would have no timeout, and a restore could
 * not detect other connections.
 */
const ours = new Set(['application_name', 'statement_timeout', 'query_timeout'])

export const connectionTo = (url: string): Connection => ({ connectionString: withoutOurSettings(url) })

/** Edits the URL as text, because pg accepts URLs that `URL` does not. */
function withoutOurSettings(url: string): string {
  const start = url.indexOf('?') + 1
  if (start === 0) return url
  const isOurs = (setting: string) => [...new URLSearchParams(setting).keys()].some((name) => ours.has(name))
  const kept = url
    .slice(start)
    .split('&')
    .filter((setting) => !isOurs(setting))
  return url.slice(0, start) + kept.join('&')
}
