import type pg from 'pg'
import type { PhotoStorage } from './storage/storage.ts'
import { forgetPhotos } from './store.ts'

export type CollectNeeds = { pool: pg.Pool; storage: PhotoStorage }

/**
 * Deletes photos without a job: first the files, then the rows of the deleted files. A photo that could not be deleted
 * keeps its row, and the collector retries it.
 *
 * @throws {ProviderError} after trying all, when a file could not be deleted.
 */
export async function discardPhotos(needs: CollectNeeds, names: string[]): Promise<void> {
  const [failure] = await deletePhotos(needs, names)
  if (failure) throw failure.reason
}

/** Like `discardPhotos`, but returns the failures instead of throwing. */
export async function deletePhotos(
  { pool, storage }: CollectNeeds,
  names: string[],
): Promise<PromiseRejectedResult[]> {
  const removals = await Promise.allSettled(names.map((name) => storage.remove(name)))
  await forgetPhotos(
    pool,
    names.filter((_, index) => removals[index]?.status === 'fulfilled'),
  )
  return removals.filter((removal) => removal.status === 'rejected')
}
