import { type CollectNeeds, discardPhotos } from './discard.ts'
import { findOrphans } from './store.ts'

export type { CollectNeeds } from './discard.ts'

/**
 * Deletes all photos that have no job: their draft expired, or their create call never ended. Two nodes may do it at
 * once. `signal` ends it between two batches.
 *
 * @returns how many were deleted.
 * @throws {ProviderError} when the storage fails; what is left waits for the next time.
 */
export async function collectOrphans(needs: CollectNeeds, signal?: AbortSignal): Promise<number> {
  let deleted = 0
  while (!signal?.aborted) {
    const names = await findOrphans(needs.pool, batch)
    if (names.length === 0) break
    await discardPhotos(needs, names)
    deleted += names.length
  }
  return deleted
}

/** So many files are deleted at once. */
const batch = 50
