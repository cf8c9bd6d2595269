import { type FileHandle, open } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import type { Transaction } from 'kysely'
import type { ClientBase } from 'pg'
import { forgetSignIns } from '../accounts/forget.ts'
import type { Database } from '../db/database.ts'
import { unfinishedSql } from '../db/leased-rows.ts'
import { migrate } from '../db/migrate.ts'
import { knownMigrations, type MigrationText } from '../db/migration-files.ts'
import type { Tables } from '../db/tables.ts'
import { expireDrafts } from '../jobs/drafts/expire-drafts.ts'
import type { JournalEntry } from '../journal/journal-file.ts'
import { type Replayed, replayJournal } from '../journal/replay.ts'
import { collectOrphans } from '../photos/collect.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { doubtPayments, endSessions, replacedJournal } from './after-restore.ts'
import { listTables } from './catalogue.ts'
import { refuseCompany } from './company.ts'
import { clearSchema, fill, putPhoto } from './fill.ts'
import { keepNumbers, replacedNumbers } from './invoice-numbers.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { inTransaction, readWrite } from './transaction.ts'

type RestoreNeeds = {
  database: Database
  storage: PhotoStorage
  migrations?: MigrationText[]
  /** Whether other processes reach the database through a pooler, whose idle connections are not of one that runs. */
  isPooled?: boolean
}

type RestoreOrder = {
  file: string
  force: boolean
  /** Can abort the restore between two tables or photos, but not after the last one. */
  signal?: AbortSignal
  /** Acts recorded outside the database (`journal.jsonl`); null if the file does not exist. */
  journal?: JournalEntry[] | null
  /** Stores the acts to replay, before anything is replaced. */
  keepJournal?: (entries: JournalEntry[]) => Promise<void>
  /** Records the restore in the restored audit log, in the transaction of the restore. */
  record?: (trx: Transaction<Tables>, manifest: Manifest) => Promise<void>
  /** Called when the whole file was verified. */
  onVerified?: (manifest: Manifest) => void
  /** Called in the transaction when the rows are those of the backup: before the migrations. */
  onFilled?: (client: ClientBase, manifest: Manifest) => Promise<void>
}

export type Restored = {
  manifest: Manifest
  /** The acts since the backup that were replayed; null if there was no journal. */
  replayed: Replayed | null
  sessionsEnded: number
  /** SMS that were waiting or being sent at the time of the backup; they are not sent again. */
  smsLeft: number
  /**
   * Requests to the processor that were unsettled at the time of the backup. Each checks first whether it took effect.
   */
  paymentsInDoubt: number
  expiredDrafts: number
  /** Receipts of real money wait: it is not known which numbers were given since the backup. */
  invoicesWait: boolean
  /** The migrations that ran because the backup is from an older version of Dray. */
  migrated: string[]
}

/**
 * Restores a backup of this or any earlier version into an empty database, or replaces the existing data with `force`,
 * after the whole file was verified. One transaction creates the tables of the backup, fills them, migrates them as an
 * update would, stops work in progress and repeats the deletions since the backup. So no process serves a partial
 * restore.
 *
 * @throws {BackupError} that names the remedy, or the reason of `signal`; the database is then unchanged.
 */
export async function restore(
  { database, storage, migrations = knownMigrations(), isPooled = false }: RestoreNeeds,
  {
    file,
    force,
    signal,
    journal = null,
    keepJournal = async () => {},
    record = async () => {},
    onVerified = () => {},
    onFilled = async () => {},
  }: RestoreOrder,
): Promise<Restored> {
  await using archive = await openBackup(file)
  const goOn = () => signal?.throwIfAborted()
  const manifest = await verify(archive, signal)
  refuseNewer(manifest, migrations)
  onVerified(manifest)
  const restored = await putBack({ database, storage }, async ({ client, trx, putPhoto }) => {
    await refuseCompany({ client, trx, pool: database.pool, isPooled })
    await refuseOccupied(client, { force })
    const replaced = await replacedJournal(client)
    const numbers = await replacedNumbers(client)
    const acts = replaced || journal ? since(manifest, [...(replaced ?? []), ...(journal ?? [])]) : null
    if (acts) await keepJournal(acts)
    await clearSchema(client, manifest, migrations)
    await fill(client, manifest, { archive, putPhoto, goOn })
    await onFilled(client, manifest)
    const migrated = await migrate<Tables>(trx)
    const stopped = await stopWork(client)
    const invoicesWait = await keepNumbers(client, manifest, numbers)
    const replayed = acts && (await replayJournal(trx, acts))
    await record(trx, manifest)
    return { manifest, ...stopped, invoicesWait, replayed, migrated }
  })
  // Only rows and files that no query reads any more: the background would delete them too. Drafts of the sandbox live
  // on, except those that the journal has ended.
  const expiredDrafts = await expireDrafts(database)
  await forgetSignIns(database.pool)
  // A storage failure now does not fail the restore: the service collects the remaining files later.
  await collectOrphans({ ...database, storage }).catch(() => {})
  return { ...restored, expiredDrafts }
}

/**
 * Stops work that was in progress at the time of the backup. The schema is migrated by now, so this version's queries
 * fit it.
 */
async function stopWork(client: ClientBase) {
  const smsLeft = await stopSms(client)
  const paymentsInDoubt = await doubtPayments(client)
  await stopPushes(client)
  await stopMails(client)
  // The check of the whole ledger begins again, with the restored rows.
  await client.query('update ledger_check set walk = null, whole_due_at = now(), whole_leased_until = null')
  // They ran at the time of the backup. For some seconds, starts and restores would take them for running ones.
  await client.query('delete from node')
  return { smsLeft, paymentsInDoubt, sessionsEnded: await endSessions(client) }
}

/** Acts are dated before they are committed, so a backup may lack acts that are slightly older than itself. */
const commitMarginMs = 3_600_000

const since = ({ created_at }: Manifest, entries: JournalEntry[]): JournalEntry[] => {
  const from = Date.parse(created_at) - commitMarginMs
  const later = entries.filter(({ at }) => Date.parse(at) >= from)
  return [...new Map(later.map((entry) => [entry.id, entry])).values()]
}

async function openBackup(file: string): Promise<FileHandle> {
  return open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${file} cannot be read (${error.code})`, { cause: error })
  })
}

/** Reads the whole file. The signal ends it also in the middle of a member. */
async function verify(archive: FileHandle, signal: AbortSignal | undefined): Promise<Manifest> {
  try {
    return await readArchive(archive, async ({ body }) => {
      if (signal) addAbortSignal(signal, body)
    })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

function refuseNewer({ migrations, dray_version: version }: Manifest, known: MigrationText[]): void {
  if (migrations.every((name, index) => known[index]?.name === name)) return
  throw new BackupError(
    `The backup was made by Dray ${version}, which has changes to the database this one does not know: update Dray first`,
  )
}

type Connection = {
  client: ClientBase
  trx: Transaction<Tables>
  putPhoto: (name: string, bytes: Buffer) => Promise<void>
}

/** Runs `work` in one transaction. If it fails, the photos stored for it are removed again. */
async function putBack<T>(
  { database, storage }: Pick<RestoreNeeds, 'database' | 'storage'>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const stored: string[] = []
  let isDone = false
  try {
    return await inTransaction(database.pool, readWrite, async (client, trx) => {
      const put: Connection['putPhoto'] = async (name, bytes) => {
        if (await putPhoto(storage, name, bytes)) stored.push(name)
      }
      const result = await work({ client, trx, putPhoto: put })
      isDone = true
      return result
    })
  } catch (error) {
    // If only the reply to the commit was lost, the rows of these photos may be committed.
    if (!isDone) for (const name of stored) await storage.remove(name).catch(() => {})
    throw error
  }
}

/** Stops pending notices and pushes: they were sent already, or are outdated by now. */
async function stopPushes(client: ClientBase): Promise<void> {
  await client.query('update notice set told_at = now() where told_at is null')
  await client.query('update message_reader set reminded_at = now() where remind_at is not null')
  await client.query(
    `update push set status = 'failed', claim_id = null, last_error = 'restored from backup'
     where ${unfinishedSql('status')}`,
  )
}

/**
 * Stops pending mails and calls about alerts, like pushes. A receipt is sent once more, with the same Message-ID,
 * because a missing one is worse (decision 70).
 */
async function stopMails(client: ClientBase): Promise<void> {
  await client.query(
    `update mail set status = 'unknown', claim_id = null, sealed_code = null, last_error = 'restored from backup'
     where ${unfinishedSql('status')} and invoice_id is null`,
  )
  await client.query(
    `update mail set status = 'due', claim_id = null, unknown_outcomes = unknown_outcomes + 1,
       due_at = case status when 'running' then now() else due_at end
     where ${unfinishedSql('status')}`,
  )
  await client.query(
    `update alert_delivery set status = 'failed', claim_id = null, last_error = 'restored from backup'
     where ${unfinishedSql('status')}`,
  )
  await client.query(
    `update alert set status = 'failed', claim_id = null, last_error = 'restored from backup'
     where ${unfinishedSql('status')}`,
  )
}

/**
 * Stops pending SMS: it is unknown whether they were sent after the backup. Sending a link by hand is better than
 * sending a customer two texts.
 */
async function stopSms(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `update sms set status = 'unknown', claim_id = null, last_error = 'restored from backup'
     where ${unfinishedSql('status')}`,
  )
  return rowCount ?? 0
}

/**
 * Refuses to replace existing data without `force`. Locks the two tables, to avoid changes between this check and the
 * restore.
 *
 * @throws {BackupError} when the database is not empty, or has tables that are not Dray's.
 */
async function refuseOccupied(client: ClientBase, { force }: { force: boolean }): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => name)
  if (names.length === 0) return
  if (!names.includes('partner') || !names.includes('job')) {
    throw new BackupError('The database holds tables of something else: give Dray a separate database')
  }
  await client.query('lock table partner, job in access exclusive mode')
  const { rows } = await client.query<{ occupied: boolean }>(
    'select exists (select from partner) or exists (select from job) as occupied',
  )
  if (!rows[0]?.occupied || force) return
  throw new BackupError(
    'The database is not empty: restore into an empty one, or replace everything in this one with --force',
  )
}
