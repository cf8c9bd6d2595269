import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { discardPhotos } from './discard.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { findOrphans } from './store.ts'

/**
 * Deletes up to `limit` photos that have no job: their draft expired, or their create call never ended. Two nodes may
 * do it at once.
 *
 * @returns how many were deleted; call again while it equals `limit`.
 * @throws {ProviderError} when the storage fails; the rows stay for the next time.
 */
export async function collectOrphans(
  needs: { kysely: Kysely<Tables>; storage: PhotoStorage },
  limit: number,
): Promise<number> {
  return await discardPhotos(needs, await findOrphans(needs.kysely, limit))
}
