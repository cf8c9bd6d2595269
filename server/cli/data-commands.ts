import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Transaction } from 'kysely'
import { backup } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { loadSettings } from '../config/load-settings.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import { type Actor, recordAudit } from '../db/audit.ts'
import { type Connection, closeDatabase, type Database, openDatabase } from '../db/database.ts'
import { readSettings } from '../db/installation-settings.ts'
import { type PlannedMigration, planMigrations } from '../db/plan-migrations.ts'
import { examinePooling } from '../db/pooling.ts'
import { prepareSchema } from '../db/prepare-schema.ts'
import type { Tables } from '../db/tables.ts'
import {
  appendToJournal,
  type JournalEntry,
  journalFileIn,
  readJournalFile,
} from '../journal/journal-file.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { ensureDefaultTariff } from '../pricing/store.ts'
import { connectDatabase, type DataHome } from '../start/connect-database.ts'
import { connectPhotoStorage } from '../start/connect-providers.ts'
import { matchSecretKey } from '../start/secret-key.ts'
import { abortOnInterrupt, exitOnInterrupt } from './on-interrupt.ts'
import { jsonOption } from './options.ts'
import { show } from './output.ts'
import { showBackup, showRestore } from './show-backup.ts'
import { commandActor } from './with-database.ts'

type Options = { force: boolean; json: boolean }
type RestoreOptions = Options & { journal?: string }

export function addDataCommands(dray: Command): void {
  dray
    .command('migrate')
    .description('bring the schema of the database up to date; every start does it too')
    .option(
      '--plan',
      'show what would run, what it locks and how large the tables are; change nothing',
      false,
    )
    .option(...jsonOption)
    .action(runMigrate)
  dray
    .command('backup <file>')
    .description('save everything, photos included, as it is now; the service keeps running')
    .option('--force', 'overwrite the file', false)
    .option(...jsonOption)
    .action(runBackup)
  dray
    .command('restore <file>')
    .description('restore a backup; the service must be stopped')
    .option('--force', 'replace everything that is in the database', false)
    .option('--journal <file>', 'a copy of journal.jsonl: acts since the backup that must not be undone')
    .option(...jsonOption)
    .action(runRestore)
}

async function runMigrate({ json, plan }: { json: boolean; plan: boolean }): Promise<void> {
  using _ = exitOnInterrupt()
  if (plan) {
    const planned = await withPlainDatabase(connectAny, ({ database }) => planMigrations(database.kysely))
    return showPlan(planned, json)
  }
  const migrated = await withPlainDatabase(connectAny, async ({ database, prepare }) => {
    const names = await prepare()
    await ensureDefaultTariff(database)
    return names
  })
  show({ migrated }, json)
}

function showPlan(planned: PlannedMigration[], json: boolean): void {
  if (json) return show(planned, json)
  if (planned.length === 0) console.log('The schema is up to date.')
  for (const { name, locks, tables, runsAlone, oldestVersion } of planned) {
    console.log(`${name}${runsAlone ? ' (without a transaction)' : ''}`)
    console.log(`  ${locks ?? 'it does not say what it locks'}`)
    for (const { table, rows } of tables)
      console.log(`  ${table}: ${rows === null ? 'new' : `about ${rows} rows`}`)
    if (oldestVersion) console.log(`  afterwards no version before ${oldestVersion} can run`)
  }
}

async function runBackup(file: string, { force, json }: Options): Promise<void> {
  using interrupt = abortOnInterrupt('no backup was written')
  const { signal } = interrupt
  const made = await withPlainDatabase(connectAny, async ({ database, storage, config }) => {
    await refuseOtherStorage(database, config)
    return backup({ pool: database.pool, storage }, { file, force, signal })
  })
  showBackup(made, json)
}

/**
 * Without the settings of the servers, a command would look for the photos at another place, and find none of them.
 *
 * @throws OperatorError when the servers store photos elsewhere.
 */
async function refuseOtherStorage({ kysely }: Database, { photoStorage }: Config): Promise<void> {
  // The tables may be those of an older version, which did not record settings.
  const recorded = await readSettings(kysely).catch((): Record<string, string> => ({}))
  const { PHOTO_STORAGE: used = photoStorage.name } = recorded
  if (used === photoStorage.name) return
  throw new OperatorError(
    `The servers run with PHOTO_STORAGE=${used}, and this command with ${photoStorage.name}: give it their settings, such as by a settings file, or the backup would lack photos`,
  )
}

async function runRestore(file: string, { force, journal, json }: RestoreOptions): Promise<void> {
  using interrupt = abortOnInterrupt('nothing was changed')
  const actor = commandActor(process.env)
  const done = await withPlainDatabase(connectAlone, async (needs) => {
    const kept = journalFileIn(needs.dataDir)
    const inDataDir = existsSync(kept) ? await readJournalFile(kept) : null
    const given = journal === undefined ? null : await readGiven(journal)
    const known = new Set(inDataDir?.map(({ id }) => id))
    const restored = await restore(
      { ...needs, isPooled: await isPooled(needs.connection) },
      {
        file,
        force,
        signal: interrupt.signal,
        journal: inDataDir || given ? [...(inDataDir ?? []), ...(given ?? [])] : null,
        // Write the file first: if the process dies after its commit, the next restore uses the file.
        keepJournal: (acts) =>
          appendToJournal(
            kept,
            acts.filter(({ id }) => !known.has(id)),
          ),
        record: (trx, { created_at }) => recordRestore(trx, { actor, backupOf: created_at }),
      },
    )
    const { config, database, prepare } = needs
    await prepare()
    return { restored, keyMatch: matchSecretKey(config, await readSettings(database.kysely)) }
  })
  showRestore(done, json)
}

/** Without an answer, such as before PostgreSQL has the role of the service, every connection counts. */
const isPooled = (connection: Connection): Promise<boolean> =>
  examinePooling(connection).then(
    ({ mode }) => mode !== 'none',
    () => false,
  )

/** The restored log has the events up to the backup, and this one. */
const recordRestore = (trx: Transaction<Tables>, { actor, backupOf }: { actor: Actor; backupOf: string }) =>
  recordAudit(trx, {
    actor,
    act: 'installation.restore',
    targets: [],
    changes: { backup_of: { from: null, to: backupOf } },
  })

async function readGiven(file: string): Promise<JournalEntry[]> {
  if (!existsSync(file)) throw new OperatorError(`There is no journal ${file}`)
  return readJournalFile(file)
}

type Needs = {
  /** As the service: it may lead through a pooler. */
  connection: Connection
  /** As the owner of the tables. */
  database: Database
  storage: PhotoStorage
  config: Config
  dataDir: string
  /** Migrates, and grants the service its rights again: tables created by a restore have no grants. */
  prepare: () => Promise<string[]>
}
type Connect = (config: Config) => Promise<DataHome>

/** Unlike other commands, does not migrate first: a backup before an upgrade should contain the old schema. */
async function withPlainDatabase<T>(connect: Connect, work: (needs: Needs) => Promise<T>): Promise<T> {
  const config = readConfig(loadSettings(process.env).env)
  const home = await connect(config)
  const { ownerConnection: connection } = home
  const database = openDatabase({ connection, maxConnections: 4, statementTimeoutMs: 0, onError: () => {} })
  try {
    const storage = connectPhotoStorage(config)
    const prepare = () => prepareAsService(home)
    return await work({
      connection: home.connection,
      database,
      storage,
      config,
      dataDir: config.dataDir,
      prepare,
    })
  } catch (error) {
    if (error instanceof ProviderError) throw new OperatorError(error.message)
    throw error
  } finally {
    await closeDatabase(database)
    await home.stop()
  }
}

async function prepareAsService({ connection, ownerConnection }: DataHome): Promise<string[]> {
  const service = openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 0, onError: () => {} })
  try {
    return await prepareSchema(service, { ownerConnection, migrates: true })
  } finally {
    await closeDatabase(service)
  }
}

const connectAny: Connect = (config) => connectDatabase(config, 'command', () => {})

/**
 * Connects without another server on the data folder. The first `stop` ends a PostgreSQL left running by a killed
 * server, but not one that belongs to a running server.
 *
 * @throws OperatorError when a server runs on the data folder.
 */
async function connectAlone(config: Config): Promise<DataHome> {
  const home = await connectAny(config)
  if (!home.adopted) return home
  await home.stop()
  const second = await connectAny(config)
  if (!second.adopted) return second
  throw new OperatorError(
    `A Dray server (process ${second.serverPid}) runs on this data folder: stop it, then restore`,
  )
}
