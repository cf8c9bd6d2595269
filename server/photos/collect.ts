import { type CollectNeeds, deletePhotos } from './discard.ts'
import { beforeAllOrphans, findOrphans } from './store.ts'

export type { CollectNeeds } from './discard.ts'

/**
 * Deletes all photos that have no job: their draft expired, or their create call never ended. Two nodes may do it at
 * once. `signal` ends it between two batches.
 *
 * @returns how many were deleted.
 * @throws {ProviderError} after trying all, when a file could not be deleted; it waits for the next time.
 */
export async function collectOrphans(needs: CollectNeeds, signal?: AbortSignal): Promise<number> {
  let deleted = 0
  let failure: PromiseRejectedResult | undefined
  let last = beforeAllOrphans
  while (!signal?.aborted) {
    // Each is tried once: files that cannot be deleted must not keep those behind them.
    const orphans = await findOrphans(needs.pool, last, batch)
    last = orphans.at(-1) ?? last
    if (orphans.length === 0) break
    const failures = await deletePhotos(
      needs,
      orphans.map(({ name }) => name),
    )
    deleted += orphans.length - failures.length
    failure ??= failures[0]
  }
  if (failure) throw failure.reason
  return deleted
}

/** So many files are deleted at once. */
const batch = 50
