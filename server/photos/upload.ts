import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import type { PhotoDecoder } from './decoder.ts'
import { discardPhotos } from './discard.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { countUploads, type StoredPhoto } from './store.ts'
import { storeAll } from './store-batch.ts'

export type UploadNeeds = { decoder: PhotoDecoder; storage: PhotoStorage; pool: pg.Pool }

/** Limit of uploads per account without a job, to avoid use as free storage. */
const maxWaiting = 40

/**
 * Stores one picture uploaded by an account, reduced in size and without its metadata. It belongs to the account until
 * it is attached to a job (`attach.ts`); unused uploads are deleted after a day.
 *
 * @returns null when the account has too many unused uploads.
 * @throws {NotAnImage} not a supported image. {ProviderError} no decoder or storage, or `signal` aborted in the queue.
 */
export async function uploadPhoto(
  needs: UploadNeeds,
  { accountId, bytes, signal }: { accountId: string; bytes: Buffer; signal: AbortSignal },
): Promise<StoredPhoto | null> {
  if ((await countUploads(needs.pool, accountId)) >= maxWaiting) return null
  const picture = await needs.decoder.decode(bytes, {
    source: 'upload',
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
  })
  const [photo] = await storeAll(needs, [picture], { accountId })
  if (!photo) return null
  // Concurrent uploads may have passed the first check. Each counts again after its row is inserted, so two uploads
  // cannot both take the last slot.
  if ((await countUploads(needs.pool, accountId)) <= maxWaiting) return photo
  await discardPhotos(needs, [photo.name])
  return null
}

const longestMs = 20_000

/**
 * Copies stored photos to new uploads of the account, for a job that starts again. Skips photos whose file is gone.
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

type StorePictureNeeds = { decoder: PhotoDecoder; storage: PhotoStorage; pool: pg.Pool }

const longestStoreMs = 20_000

/**
 * Stores one uploaded picture that is never public: without an account and a job it is not served (`isServable`). It is
 * deleted after an hour unless it is attached to a document.
 *
 * @throws {NotAnImage} not a supported image. {ProviderError} no decoder or storage, or `signal` aborted in the queue.
 */
export async function storePicture(
  needs: StorePictureNeeds,
  { bytes, signal }: { bytes: Buffer; signal: AbortSignal },
): Promise<StoredPhoto> {
  const picture = await needs.decoder.decode(bytes, {
    source: 'upload',
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestStoreMs)]),
  })
  const [photo] = await storeAll(needs, [picture])
  if (!photo) throw new Error('One picture was stored')
  return photo
}
