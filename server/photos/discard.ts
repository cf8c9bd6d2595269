import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { forgetPhotos } from './store.ts'

/**
 * Deletes photos that no job has: each file, then the rows of those whose files are gone. What could not be deleted
 * keeps its row, and the collector comes back for it.
 *
 * @returns how many are gone.
 * @throws {ProviderError} after trying all, when a file could not be deleted.
 */
export async function discardPhotos(
  { kysely, storage }: { kysely: Kysely<Tables>; storage: PhotoStorage },
  names: string[],
): Promise<number> {
  const removals = await Promise.allSettled(names.map((name) => storage.remove(name)))
  const gone = names.filter((_, index) => removals[index]?.status === 'fulfilled')
  await forgetPhotos(kysely, gone)
  const failure = removals.find((removal) => removal.status === 'rejected')
  if (failure) throw failure.reason
  return gone.length
}
