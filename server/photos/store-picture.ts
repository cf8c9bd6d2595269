import type pg from 'pg'
import type { PhotoDecoder } from './decoder.ts'
import type { PhotoStorage } from './storage/storage.ts'
import type { StoredPhoto } from './store.ts'
import { storeAll } from './store-all.ts'

type StorePictureNeeds = { decoder: PhotoDecoder; storage: PhotoStorage; pool: pg.Pool }

const longestMs = 20_000

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
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
  })
  const [photo] = await storeAll(needs, [picture])
  if (!photo) throw new Error('One picture was stored')
  return photo
}
