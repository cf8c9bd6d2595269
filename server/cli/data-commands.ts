import type { Command } from 'commander'
import { type Backup, backup } from '../backup/backup.ts'
import { BackupError } from '../backup/backup-error.ts'
import { type Restored, restore } from '../backup/restore.ts'
import { type Config, readConfig } from '../config.ts'
import { connectChosen } from '../connect-chosen.ts'
import { connectDatabase, type DataHome } from '../connect-database.ts'
import { closeDatabase, type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { storageProviders } from '../photos/storage/index.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { ensureDefaultTariff } from '../pricing/store.ts'
import { jsonOption } from './json-option.ts'
import { CommandError, show } from './output.ts'

type Options = { force: boolean; json: boolean }

export function addDataCommands(dray: Command): void {
  dray
    .command('migrate')
    .description('bring the schema of the database up to date; every start does it too')
    .option(...jsonOption)
    .action(runMigrate)
  dray
    .command('backup <file>')
    .description('everything, photos included, as it is at this instant; the service goes on')
    .option('--force', 'overwrite the file', false)
    .option(...jsonOption)
    .action(runBackup)
  dray
    .command('restore <file>')
    .description('put a backup back, with the service stopped')
    .option('--force', 'replace everything that is in the database', false)
    .option(...jsonOption)
    .action(runRestore)
}

async function runMigrate({ json }: { json: boolean }): Promise<void> {
  const migrated = await withPlainDatabase(connectAny, async ({ database }) => {
    const names = await migrate(database.kysely)
    await ensureDefaultTariff(database)
    return names
  })
  show({ migrated }, json)
}

async function runBackup(file: string, { force, json }: Options): Promise<void> {
  const made = await withPlainDatabase(connectAny, ({ database: { pool }, storage }) =>
    backup({ pool, storage }, { file, force }),
  )
  report(shownBackup(made), made.photos_missing ? [missingNote(made.photos_missing)] : [], json)
}

async function runRestore(file: string, { force, json }: Options): Promise<void> {
  const restored = await withPlainDatabase(connectAlone, (needs) => restore(needs, { file, force }))
  report(shownRestore(restored), restoreNotes(restored), json)
}

type Needs = { database: Database; storage: PhotoStorage }
type Connect = (config: Config) => Promise<DataHome>

/** Without migrating first, as other commands do: a backup before an upgrade is of what is there. */
async function withPlainDatabase<T>(connect: Connect, work: (needs: Needs) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const home = await connect(config)
  const { connection } = home
  const database = openDatabase({ connection, maxConnections: 4, statementTimeoutMs: 0, onError: () => {} })
  try {
    const storage = connectChosen<PhotoStorage>(storageProviders, config.photoStorage, config)
    return await work({ database, storage })
  } catch (error) {
    if (error instanceof BackupError || error instanceof ProviderError) throw new CommandError(error.message)
    throw error
  } finally {
    await closeDatabase(database)
    await home.stop()
  }
}

const connectAny: Connect = (config) => connectDatabase(config, 'command', () => {})

/** What a killed server left running is stopped by the first `stop`; what a living server owns is not. */
async function connectAlone(config: Config): Promise<DataHome> {
  const home = await connectAny(config)
  if (!home.adopted) return home
  await home.stop()
  const second = await connectAny(config)
  if (!second.adopted) return second
  throw new CommandError('A Dray server runs on this data folder: stop it, then restore')
}

const rowsOf = ({ tables }: { tables: { rows: number }[] }): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

const shownBackup = (made: Backup) => ({
  file: made.file,
  bytes: made.bytes,
  created_at: made.created_at,
  tables: made.tables.length,
  rows: rowsOf(made),
  photos: made.photos,
  photos_missing: made.photos_missing,
})

const shownRestore = ({ manifest, smsLeft, expiredDrafts, migrated }: Restored) => ({
  created_at: manifest.created_at,
  dray_version: manifest.dray_version,
  rows: rowsOf(manifest),
  photos: manifest.photos,
  photos_missing: manifest.photos_missing,
  sms_marked_unknown: smsLeft,
  expired_drafts_deleted: expiredDrafts,
  migrated,
})

function restoreNotes({ manifest, smsLeft }: Restored): string[] {
  const notes = [
    `Keys revoked and partners suspended since ${manifest.created_at} are valid again: look at \`dray key list\` and \`dray partner list\`.`,
  ]
  if (smsLeft > 0) {
    notes.push(
      `${smsLeft} SMS were on their way when the backup was made. They are marked unknown and not sent again, so that nobody is texted twice: \`dray sms list\`.`,
    )
  }
  if (manifest.photos_missing > 0) notes.push(missingNote(manifest.photos_missing))
  return notes
}

const missingNote = (count: number): string =>
  `${count} photos were not in the photo storage when the backup was made: of drafts that expired meanwhile, or lost.`

function report(facts: Record<string, unknown>, notes: string[], json: boolean): void {
  show(json ? { ...facts, notes } : facts, json)
  if (!json) for (const note of notes) console.log(`\n${note}`)
}
