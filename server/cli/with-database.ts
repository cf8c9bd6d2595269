import { loadSettings } from '../config/load-settings.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import {
  type Contradiction,
  readWithRecorded,
  refusingContradictions,
  sentence,
} from '../config/recorded-settings.ts'
import { connectDatabase } from '../connect-database.ts'
import type { Actor } from '../db/audit.ts'
import { closeDatabase, type Database, openDatabase } from '../db/database.ts'
import { readSettings } from '../db/installation-settings.ts'
import { migrate } from '../db/migrate.ts'
import { ensureDefaultTariff } from '../pricing/store.ts'
import { commandActor } from './actor.ts'
import { warnOnStderr } from './output.ts'

export type CommandContext = Database & {
  /** The installation's settings. One that this shell contradicts ends the command when it is read. */
  config: Config
  contradictions: Contradiction[]
  settingsFile: string | null
  dataDir: string | null
  /** Who runs the command: what it changes is recorded under this name (`recordAudit`). */
  actor: Actor
}

/**
 * Runs a command against the database of this installation: beside a running server on the same `DATA_DIR` or
 * `DATABASE_URL`, or on its own. The schema is brought up to date first, so that a command may be the first thing ever run.
 */
export async function withDatabase<T>(
  work: (context: CommandContext) => Promise<T>,
  { warns = true }: { warns?: boolean } = {},
): Promise<T> {
  const actor = commandActor(process.env)
  const { env, file: settingsFile, warnings } = loadSettings(process.env)
  const home = await connectDatabase(readConfig(env), 'command', () => {})
  const database = openDatabase({
    connection: home.connection,
    maxConnections: 4,
    statementTimeoutMs: 0,
    onError: () => {},
  })
  try {
    await migrate(database.kysely)
    await ensureDefaultTariff(database)
    const { config, contradictions } = readWithRecorded(env, await readSettings(database.kysely))
    const settings = { config: refusingContradictions(config, contradictions), contradictions, settingsFile }
    const result = await work({ ...database, ...settings, dataDir: home.dataDir, actor })
    if (warns) warnOnStderr([...warnings, ...contradictions.map(sentence)])
    return result
  } finally {
    await closeDatabase(database)
    await home.stop()
  }
}
