import type pg from 'pg'
import { discardPhotos } from './discard.ts'
import { newPhotoName } from './name.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { insertPending, type StoredPhoto } from './store.ts'
import type { Picture } from './transcode.ts'

type StoreNeeds = { pool: pg.Pool; storage: PhotoStorage }

/** Photos of one request that are stored one by one, as they are ready, and kept all or discarded all. */
export type StoreBatch = {
  /**
   * Stores one picture. Its row then waits for a job.
   *
   * @param index its place among the photos of the job.
   * @throws {ProviderError} the storage failed; the caller must then discard the batch.
   */
  store(picture: Picture, index: number): Promise<StoredPhoto>
  /**
   * Deletes what was stored. Call it only when no `store` is in progress: a slow write could otherwise create its file
   * after the deletion. A file that cannot be deleted now keeps its row and is deleted by the collector later.
   */
  discard(): Promise<void>
}

/** @param owner the account that uploaded them, or null for the photos of a create request. */
export function openStoreBatch(
  needs: StoreNeeds,
  owner: { accountId: string | null } = { accountId: null },
): StoreBatch {
  const names: string[] = []
  return {
    async store({ jpeg, width, height }, index) {
      const photo = { name: newPhotoName(), bytes: jpeg.length, width, height }
      names.push(photo.name)
      await insertPending(needs.pool, photo, { ...owner, index })
      await needs.storage.put(photo.name, jpeg)
      return photo
    },
    async discard() {
      if (names.length > 0) await discardPhotos(needs, names).catch(() => {})
    },
  }
}

/**
 * Stores all pictures or none. Their rows then wait for a job.
 *
 * @param owner the account that uploaded them, or null for a picture that belongs to no account.
 * @throws {ProviderError} the storage failed; nothing is stored then.
 */
export async function storeAll(
  needs: StoreNeeds,
  pictures: Picture[],
  owner: { accountId: string | null } = { accountId: null },
): Promise<StoredPhoto[]> {
  const batch = openStoreBatch(needs, owner)
  const puts = await Promise.allSettled(pictures.map((picture, index) => batch.store(picture, index)))
  const failure = puts.find((put) => put.status === 'rejected')
  if (!failure) return puts.flatMap((put) => (put.status === 'fulfilled' ? [put.value] : []))
  await batch.discard()
  throw failure.reason
}
