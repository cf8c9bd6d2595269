import type pg from 'pg'
import type { Config } from './config/read-config.ts'

/** Where the data is and how to reach it. */
export type DataHome = {
  connection: pg.ClientConfig
  /** The folder of the embedded PostgreSQL, or null with `DATABASE_URL`. */
  dataDir: string | null
  adopted: boolean
  onExit: (listener: (reason: string) => void) => void
  stop: () => Promise<void>
}

type Log = (event: string, fields?: object) => void

/** `DATABASE_URL` when set, else our own PostgreSQL in `DATA_DIR`. A command works beside a running server. */
export async function connectDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  owner: 'server' | 'command',
  log: Log,
): Promise<DataHome> {
  if (databaseUrl) {
    return {
      connection: { connectionString: withoutOurSettings(databaseUrl) },
      dataDir: null,
      adopted: false,
      onExit: () => {},
      stop: async () => {},
    }
  }
  const { startEmbeddedPostgres } = await import('./db/embedded/start.ts')
  return startEmbeddedPostgres({ dataDir, owner, log })
}

/** Given in the URL these would win over ours: calls would not be cut short, and a restore would not see who is connected. */
const ours = new Set(['application_name', 'statement_timeout', 'query_timeout'])

/** Left as text otherwise: pg accepts URLs that `URL` does not. */
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
