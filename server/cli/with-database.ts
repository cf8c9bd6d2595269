import os from 'node:os'
import { loadSettings } from '../config/load-settings.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import {
  type Contradiction,
  guardContradictions,
  readWithRecorded,
  sentence,
} from '../config/recorded-settings.ts'
import type { Actor } from '../db/audit.ts'
import { closeDatabase, type Database, openDatabase } from '../db/database.ts'
import { readSettings } from '../db/installation-settings.ts'
import { prepareSchema } from '../db/prepare-schema.ts'
import { findJobId } from '../jobs/queries/for-operator.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { ensureDefaultTariff } from '../pricing/store.ts'
import { connectDatabase } from '../start/connect-database.ts'
import { type KeyMatch, matchSecretKey, refuseOtherKey } from '../start/secret-key.ts'
import { inEnglish } from '../texts/coded.ts'
import { exitOnInterrupt } from './on-interrupt.ts'
import { warnOnStderr } from './output.ts'

export type CommandContext = Database & {
  /** Settings of the installation. Reading a setting that this shell contradicts throws and ends the command. */
  config: Config
  contradictions: Contradiction[]
  settingsFile: string | null
  /** The secret key of this shell. It may differ from the installation's only with `takesAnyKey`. */
  keyMatch: KeyMatch
  dataDir: string | null
  /** Who runs the command; its changes are recorded under this name (`recordAudit`). */
  actor: Actor
}

/**
 * Runs a command with the database of this installation, next to a running server with the same `DATA_DIR` or
 * `DATABASE_URL`, or without a server. Migrates the schema first, so a command may be the first thing ever run.
 *
 * @throws OperatorError when this shell has a different secret key than the installation, or no key: the operator may
 *   have confused two installations. `takesAnyKey` is for commands that must work in an emergency or after the loss of
 *   the key.
 */
export async function withDatabase<T>(
  work: (context: CommandContext) => Promise<T>,
  { warns = true, takesAnyKey = false }: { warns?: boolean; takesAnyKey?: boolean } = {},
): Promise<T> {
  using _ = exitOnInterrupt()
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
    await prepareSchema(database, { ...home, migrates: readConfig(env).migrates })
    await ensureDefaultTariff(database)
    const recorded = await readSettings(database.kysely)
    const { config, contradictions } = readWithRecorded(env, recorded)
    const keyMatch = matchSecretKey(config, recorded)
    if (!takesAnyKey) refuseOtherKey(keyMatch, config)
    const settings = { config: guardContradictions(config, contradictions), contradictions, settingsFile }
    const result = await work({ ...database, ...settings, keyMatch, dataDir: home.dataDir, actor })
    const unused =
      home.dataDir !== null && Object.keys(recorded).length === 0 ? [neverServed(home.dataDir)] : []
    if (warns) warnOnStderr([...warnings.map(inEnglish), ...contradictions.map(sentence), ...unused])
    return result
  } finally {
    await closeDatabase(database)
    await home.stop()
  }
}

/** Servers record their settings, so this command may have made the database that the operator expects to be full. */
const neverServed = (dataDir: string): string =>
  `no server has run on the database in ${dataDir} yet; for an installation elsewhere name its settings (DRAY_SETTINGS, DATABASE_URL)`

type Env = Record<string, string | undefined>

/** Who runs this command, for the audit log: `--as NAME` or `DRAY_ACTOR`, else the user of the operating system. */
export function commandActor(env: Env): Actor {
  const name = env.DRAY_ACTOR?.trim() || systemUser(env)
  if ([...name].length > 100 || /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(name))
    throw new OperatorError('The name of --as or DRAY_ACTOR must be one line of at most 100 characters')
  return { type: 'cli', name }
}

function systemUser({ SUDO_USER }: Env): string {
  try {
    const { username } = os.userInfo()
    return username === 'root' && SUDO_USER ? SUDO_USER : username
  } catch {
    // A container may run with a user id that has no name.
    return `uid ${process.getuid?.()}`
  }
}

/**
 * Runs a command on one job, named by its id or by the short id in the link of its draft.
 *
 * @throws OperatorError for a text that is neither, or a short id that no job has.
 */
export const withJob = <T>(
  named: string,
  work: (context: CommandContext, jobId: string) => Promise<T>,
): Promise<{ jobId: string; result: T }> =>
  withDatabase(async (context) => {
    const jobId = await jobIdOf(context, named)
    return { jobId, result: await work(context, jobId) }
  })

async function jobIdOf({ kysely }: CommandContext, named: string): Promise<string> {
  const id = named.toLowerCase()
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id
  const found = await findJobId(kysely, named)
  if (found) return found
  throw new OperatorError(`There is no job ${named}; name it by its id or the short id of its link`)
}
