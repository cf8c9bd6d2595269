import { type FileHandle, open } from 'node:fs/promises'
import type { ClientBase, Pool } from 'pg'
import { forgetSignIns } from '../accounts/forget.ts'
import type { Database } from '../db/database.ts'
import { knownMigrations, type MigrationText } from '../db/known-migrations.ts'
import { unfinishedSql } from '../db/leased-rows.ts'
import { migrate } from '../db/migrate.ts'
import { expireDrafts } from '../jobs/drafts/expire-drafts.ts'
import type { JournalEntry } from '../journal/journal-file.ts'
import { type Replayed, replayJournal } from '../journal/replay.ts'
import { collectOrphans } from '../photos/collect.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { BackupError } from './backup-error.ts'
import { clearSchema } from './clear-schema.ts'
import { doubtPayments } from './doubt-payments.ts'
import { endSessions } from './end-sessions.ts'
import { fill } from './fill.ts'
import type { Manifest } from './manifest.ts'
import { putPhoto } from './put-photo.ts'
import { readArchive } from './read-archive.ts'
import { refuseCompany, refuseOccupied } from './refusals.ts'
import { replacedJournal } from './replaced-journal.ts'
import { inTransaction } from './transaction.ts'

export type RestoreNeeds = { database: Database; storage: PhotoStorage; migrations?: MigrationText[] }

export type RestoreOrder = {
  file: string
  force: boolean
  /** Acts recorded outside the database (`journal.jsonl`); null if the file does not exist. */
  journal?: JournalEntry[] | null
  /** Stores the acts to replay, before anything is replaced. */
  keepJournal?: (entries: JournalEntry[]) => Promise<void>
}

export type Restored = {
  manifest: Manifest
  /** The acts since the backup that were replayed; null if there was no journal. */
  replayed: Replayed | null
  sessionsEnded: number
  /** SMS that were waiting or being sent at the time of the backup; they are not sent again. */
  smsLeft: number
  /** Processor calls that were unsettled at the time of the backup. Each checks first whether it took effect. */
  paymentsInDoubt: number
  expiredDrafts: number
  /** The migrations that ran because the backup is from an older version of Dray. */
  migrated: string[]
}

/**
 * Restores a backup into an empty database, or replaces the existing data with `force`, after the whole file was
 * verified. The data is restored completely or not at all. Then the deletions since the backup are repeated, before any
 * process serves the data.
 *
 * @throws {BackupError} that names the remedy; nothing was changed.
 */
export async function restore(
  { database, storage, migrations = knownMigrations() }: RestoreNeeds,
  { file, force, journal = null, keepJournal = async () => {} }: RestoreOrder,
): Promise<Restored> {
  await using archive = await openBackup(file)
  const manifest = await readArchive(archive)
  refuseNewer(manifest, migrations)
  const { smsLeft, paymentsInDoubt, sessionsEnded, acts } = await putBack(
    { database, storage },
    async (client, photos) => {
      await refuseCompany(client, database.pool)
      await refuseOccupied(client, { force })
      const replaced = await replacedJournal(client)
      const acts = replaced || journal ? since(manifest, [...(replaced ?? []), ...(journal ?? [])]) : null
      if (acts) await keepJournal(acts)
      await clearSchema(client, manifest, migrations)
      await fill(client, manifest, { archive, putPhoto: photos })
      const smsLeft = await stopSms(client)
      const paymentsInDoubt = await doubtPayments(client)
      return { acts, smsLeft, paymentsInDoubt, sessionsEnded: await endSessions(client) }
    },
  )
  const migrated = await migrate(database.kysely)
  const replayed = acts && (await replayJournal(database.kysely, acts))
  const expiredDrafts = await expireDrafts(database)
  await forgetSignIns(database.pool)
  await stopPushes(database.pool)
  // A storage failure now does not fail the restore: the service collects the remaining files later.
  await collectOrphans({ ...database, storage }).catch(() => {})
  return { manifest, replayed, sessionsEnded, smsLeft, paymentsInDoubt, expiredDrafts, migrated }
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

function refuseNewer({ migrations, dray_version: version }: Manifest, known: MigrationText[]): void {
  if (migrations.every((name, index) => known[index]?.name === name)) return
  throw new BackupError(
    `The backup was made by Dray ${version}, which has changes to the database this one does not know: update Dray first`,
  )
}

/** Runs `work` in one transaction. If it fails, the photos stored for it are removed again. */
async function putBack<T>(
  { database, storage }: RestoreNeeds,
  work: (client: ClientBase, put: (name: string, bytes: Buffer) => Promise<void>) => Promise<T>,
): Promise<T> {
  const stored: string[] = []
  let isDone = false
  try {
    return await inTransaction(database.pool, 'read committed', async (client) => {
      const result = await work(client, async (name, bytes) => {
        if (await putPhoto(storage, name, bytes)) stored.push(name)
      })
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
async function stopPushes(pool: Pool): Promise<void> {
  await pool.query('update notice set told_at = now() where told_at is null')
  await pool.query(
    `update push set status = 'failed', claim_id = null, last_error = 'restored from backup'
     where ${unfinishedSql('status')}`,
  )
}

/**
 * Stops pending SMS: it is unknown whether they were sent after the backup. Sending a link by hand is better than
 * sending a customer two texts. The schema is still that of the backup, which may have other names for texts
 * that wait.
 */
async function stopSms(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `update sms set status = 'unknown', claim_id = null, last_error = 'restored from backup'
     where status not in ('sent', 'failed', 'unknown')`,
  )
  return rowCount ?? 0
}
