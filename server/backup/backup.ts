import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { inTransaction, readSnapshot } from './transaction.ts'
import { createArchive } from './write-archive.ts'
import { writeSnapshot } from './write-snapshot.ts'

export type BackupNeeds = { pool: pg.Pool; storage: PhotoStorage }
export type Backup = Omit<Manifest, 'sha256sums'> & { file: string; bytes: number }

/**
 * Writes a consistent snapshot of all data to one file while the service runs. The file is portable between versions of
 * PostgreSQL, unlike a copy of the data folder. It appears under its final name complete or not at all.
 *
 * @throws {BackupError} when the file exists (without `force`) or cannot be written, or there is nothing to back up.
 * @throws the reason of `signal`, which stops it in a table or photo.
 */
export async function backup(
  needs: BackupNeeds,
  { file, force, signal }: { file: string; force: boolean; signal?: AbortSignal },
): Promise<Backup> {
  const target = path.resolve(file)
  const partial = `${target}.partial`
  if (force) await rm(partial, { force: true })
  else await refuseExisting(target)
  const archive = await createArchive(partial, signal).catch(refuseSecondWriter(partial))
  try {
    const manifest = await inTransaction(needs.pool, readSnapshot, (client) =>
      writeSnapshot(client, needs.storage, archive),
    )
    await archive.finish(manifest)
    await rename(partial, target)
    await syncFolder(path.dirname(target))
    return { ...manifest, file: target, bytes: (await stat(target)).size }
  } catch (error) {
    await archive.abandon()
    await rm(partial, { force: true })
    throw error
  }
}

async function refuseExisting(target: string): Promise<void> {
  const found = await stat(target).catch(() => null)
  if (found)
    throw new BackupError(`${target} exists already: name another file, or overwrite it with --force`)
}

const refuseSecondWriter = (partial: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'EEXIST') {
    throw new BackupError(
      `${partial} exists: another backup is being written, or one was cut short; if none is, repeat with --force`,
    )
  }
  throw new BackupError(`${partial} cannot be written (${error.code})`, { cause: error })
}

/** A renamed file survives a power cut only if its folder is synced too. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
