import { type Command, InvalidArgumentError } from 'commander'
import { type Drilled, drill } from '../backup/drill.ts'
import { inGivenDatabase, inScratchDatabase } from '../backup/scratch.ts'
import { loadSettings } from '../config/load-settings.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../db/installation-settings.ts'
import { reasonOf } from '../doctor/check.ts'
import { journalFileIn, readJournalFile } from '../journal/journal-file.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { connectDatabase, connectionTo } from '../start/connect-database.ts'
import { type KeyMatch, matchSecretKey } from '../start/secret-key.ts'
import { abortOnInterrupt } from './on-interrupt.ts'
import { jsonOption } from './options.ts'
import { showDrilled, showNotRun } from './show-drill.ts'

type Options = { into?: string; newerThan?: number; json: boolean }

export function addDrillCommands(dray: Command): void {
  const parent = dray.command('drill').description('prove that a backup can be restored')
  parent
    .command('restore <file>')
    .description(
      'restore a backup into a scratch database beside the service and check it; exits with 0 for a good backup, 1 for a bad one, 2 if the drill could not run',
    )
    .option(
      '--newer-than <hours>',
      'an older backup is a bad one, such as 26 for one that is made each night',
      hours,
    )
    .option(
      '--into <url>',
      'an empty database made by hand, if the role may not create databases; it is empty again afterwards',
    )
    .option(...jsonOption)
    // Wrong arguments say nothing of the backup.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : couldNotRun))
    .action(runDrill)
}

const isBad = 1
const couldNotRun = 2

async function runDrill(file: string, { into, newerThan, json }: Options): Promise<void> {
  using interrupt = abortOnInterrupt('the drill has no verdict, and what it had made is deleted')
  const { signal } = interrupt
  // Node ends with 1 after an error that nothing catches, which would call the backup bad.
  process.on('uncaughtException', endWithoutVerdict)
  const dropped: string[] = []
  try {
    const config = readConfig(loadSettings(process.env).env)
    const journal = await readJournal(config)
    const newerThanHours = newerThan ?? null
    const { drilled, keyMatch } = await withScratch(config, { into, signal, dropped }, async (database) => {
      const result = await drill({ database }, { file, signal, journal, newerThanHours })
      return { drilled: result, keyMatch: await keyMatchOf(config, database, result) }
    })
    showDrilled({ file, drilled, keyMatch, dropped }, json)
    if (drilled.named.length > 0) process.exitCode = isBad
  } catch (error) {
    process.exitCode = couldNotRun
    showNotRun({ file, reason: reasonNotRun(error), dropped }, json)
  } finally {
    process.off('uncaughtException', endWithoutVerdict)
  }
}

function endWithoutVerdict(error: unknown): never {
  console.error(error)
  process.exit(couldNotRun)
}

/** A restore would repeat its acts. Null if there is none, as on a machine for backups. */
async function readJournal({ dataDir }: Config) {
  const entries = await readJournalFile(journalFileIn(dataDir))
  return entries.length > 0 ? entries : null
}

type Order = { into: string | undefined; signal: AbortSignal; dropped: string[] }

async function withScratch<T>(
  config: Config,
  { into, signal, dropped }: Order,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (into !== undefined) {
    // Refused here and not with the arguments, whose errors print the value: it may have a password.
    if (!/^postgres(ql)?:\/\/./.test(into))
      throw new OperatorError('--into must be the URL of a database: postgres://USER@HOST/DATABASE')
    // The embedded PostgreSQL cannot be named by a URL, and is not started to compare it.
    const own = config.databaseUrl && (await connectDatabase(config, 'command', () => {})).ownerConnection
    return await inGivenDatabase(connectionTo(into), { signal, own: own || null }, work)
  }
  const home = await connectDatabase(config, 'command', () => {})
  try {
    const { ownerConnection, dataDir } = home
    const onLeftover = (name: string) => void dropped.push(name)
    return await inScratchDatabase(ownerConnection, { signal, dataDir, onLeftover }, work)
  } finally {
    await home.stop()
  }
}

/** Whether this machine has the secret key that the backup needs: it does not contain it. */
const keyMatchOf = async (
  config: Config,
  { kysely }: Database,
  { restored }: Drilled,
): Promise<KeyMatch | null> => (restored ? matchSecretKey(config, await readSettings(kysely)) : null)

function reasonNotRun(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  const { code } = error as { code?: string }
  if (code === '53100')
    return 'The disk of PostgreSQL is full: free some space, or name a database on another server with --into URL'
  if (code === '42501')
    return `PostgreSQL refuses it (${reasonOf(error)}): the role has to own the database of --into`
  if (code === undefined) console.error(error)
  return `The drill could not run: ${reasonOf(error)}`
}

function hours(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value > 0 && value <= 87_600) return value
  throw new InvalidArgumentError('must be a number of hours, such as 26')
}
