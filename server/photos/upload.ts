import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import type { PhotoDecoder } from './decoder.ts'
import { discardPhotos } from './discard.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { countUploads, type StoredPhoto } from './store.ts'
import { storeAll } from './store-all.ts'

export type UploadNeeds = { decoder: PhotoDecoder; storage: PhotoStorage; pool: pg.Pool }

/** An account holds no more that no job has taken: uploads are no photo store. */
const mostWaiting = 40

/**
 * Stores one picture an account sends, small and without its metadata. It belongs to the account until a job takes it
 * (`attach.ts`), and is collected after a day.
 *
 * @returns null when the account has too many that wait.
 * @throws {NotAnImage} no image we read. {ProviderError} no decoder or storage, or `signal` fired in the queue.
 */
export async function uploadPhoto(
  needs: UploadNeeds,
  { accountId, bytes, signal }: { accountId: string; bytes: Buffer; signal: AbortSignal },
): Promise<StoredPhoto | null> {
  if ((await countUploads(needs.pool, accountId)) >= mostWaiting) return null
  const picture = await needs.decoder.decode(bytes, {
    source: 'upload',
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
  })
  const [photo] = await storeAll(needs, [picture], { accountId })
  if (!photo) return null
  // Others may have come in meanwhile. Each counts after its own row stands, so that no two can both be the last.
  if ((await countUploads(needs.pool, accountId)) <= mostWaiting) return photo
  await discardPhotos(needs, [photo.name])
  return null
}

const longestMs = 20_000

/**
 * Uploads made of photos that are stored already, for a job that starts again. One whose file is gone is left out.
 *
 * @throws {ProviderError} the storage failed.
 */
export async function copyPhotos(
  needs: Pick<UploadNeeds, 'storage' | 'pool'>,
  { accountId, photos }: { accountId: string; photos: Pick<StoredPhoto, 'name' | 'width' | 'height'>[] },
): Promise<StoredPhoto[]> {
  const copies = await Promise.all(
    photos.map(async ({ name, width, height }) => {
      const file = await needs.storage.read(name)
      return file && { jpeg: await buffer(file.stream), width, height }
    }),
  )
  return storeAll(
    needs,
    copies.filter((copy) => copy !== null),
    { accountId },
  )
}
