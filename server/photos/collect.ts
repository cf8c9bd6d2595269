import { type CollectNeeds, deletePhotos } from './discard.ts'
import { findOrphans, orphansStart } from './store.ts'

export type { CollectNeeds } from './discard.ts'

/**
 * Deletes all photos without a job: their draft expired, or their create request did not complete. Safe to run
 * concurrently on two nodes. `signal` stops it between two batches.
 *
 * @returns how many were deleted.
 * @throws {ProviderError} after trying all, when a file could not be deleted; the next run retries it.
 */
export async function collectOrphans(needs: CollectNeeds, signal?: AbortSignal): Promise<number> {
  let deleted = 0
  let failure: PromiseRejectedResult | undefined
  let last = orphansStart
  while (!signal?.aborted) {
    // Try each photo once per run, so a file that cannot be deleted does not block the next ones.
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

/** Number of files that are deleted concurrently. */
const batch = 50
