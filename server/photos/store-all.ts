import type pg from 'pg'
import { discardPhotos } from './discard.ts'
import { newPhotoName } from './name.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { insertPending, type StoredPhoto } from './store.ts'
import type { Picture } from './transcode.ts'

/**
 * Stores all pictures or none. Their rows then wait for a job.
 *
 * @param owner the account that uploaded them, or null for the photos of a create request.
 * @throws {ProviderError} the storage failed; nothing is stored then.
 */
export async function storeAll(
  needs: { pool: pg.Pool; storage: PhotoStorage },
  pictures: Picture[],
  owner: { accountId: string | null } = { accountId: null },
): Promise<StoredPhoto[]> {
  if (pictures.length === 0) return []
  const photos = pictures.map(({ jpeg, width, height }) => ({
    name: newPhotoName(),
    bytes: jpeg.length,
    width,
    height,
  }))
  await insertPending(needs.pool, photos, owner)
  // Wait for all writes before discarding: a slow write could otherwise create its file after the deletion.
  const puts = await Promise.allSettled(
    pictures.map(({ jpeg }, index) => needs.storage.put(photos[index]?.name ?? '', jpeg)),
  )
  const failure = puts.find((put) => put.status === 'rejected')
  if (!failure) return photos
  // A file that cannot be deleted now keeps its row and is deleted by the collector later.
  await discardPhotos(
    needs,
    photos.map((photo) => photo.name),
  ).catch(() => {})
  throw failure.reason
}
