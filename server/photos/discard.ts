import type pg from 'pg'
import type { PhotoStorage } from './storage/storage.ts'
import { forgetPhotos } from './store.ts'

export type CollectNeeds = { pool: pg.Pool; storage: PhotoStorage }

/**
 * Deletes photos that no job has: each file, then the rows of those whose files are gone. What could not be deleted
 * keeps its row, and the collector comes back for it.
 *
 * @throws {ProviderError} after trying all, when a file could not be deleted.
 */
export async function discardPhotos({ pool, storage }: CollectNeeds, names: string[]): Promise<void> {
  const removals = await Promise.allSettled(names.map((name) => storage.remove(name)))
  await forgetPhotos(
    pool,
    names.filter((_, index) => removals[index]?.status === 'fulfilled'),
  )
  const failure = removals.find((removal) => removal.status === 'rejected')
  if (failure) throw failure.reason
}
