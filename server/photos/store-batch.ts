import type pg from 'pg'
import { ProviderError } from '../lib/provider-error.ts'
import { discardPhotos } from './discard.ts'
import { newPhotoName } from './name.ts'
import type { PhotoFault } from './photo-fault.ts'
import type { PhotoStorage } from './storage/storage.ts'
import { insertPending, type StoredPhoto } from './store.ts'
import type { Picture } from './transcode.ts'

type StoreNeeds = { pool: pg.Pool; storage: PhotoStorage }

/** Photos of one request that are stored one by one, as they are ready, and all kept or all discarded. */
type StoreBatch = {
  /**
   * Stores one picture. Its row then waits for a job.
   *
   * @param index its place among the photos of the job.
   * @throws {ProviderError} the storage failed; the caller must then discard the batch.
   */
  store(picture: Picture, index: number): Promise<StoredPhoto>
  /**
   * Deletes the stored pictures. Requires that no `store` is in progress: a slow write could otherwise create its file
   * after the deletion. So a picture whose write had no answer keeps its row, and the collector deletes it later; also
   * a file that cannot be deleted now.
   */
  discard(): Promise<void>
}

/** @param owner the account that uploaded them, or null for the photos of a create request. */
export function openStoreBatch(
  needs: StoreNeeds,
  owner: { accountId: string | null } = { accountId: null },
): StoreBatch {
  const names = new Set<string>()
  return {
    async store({ jpeg, width, height }, index) {
      const photo = { name: newPhotoName(), bytes: jpeg.length, width, height }
      names.add(photo.name)
      await insertPending(needs.pool, photo, { ...owner, index })
      await needs.storage.put(photo.name, jpeg).catch((error: unknown) => {
        if (mayAppear(error)) names.delete(photo.name)
        throw error
      })
      return photo
    },
    async discard() {
      if (names.size > 0) await discardPhotos(needs, [...names]).catch(() => {})
    },
  }
}

const mayAppear = (error: unknown): boolean => error instanceof ProviderError && error.outcome === 'unknown'

/**
 * Stores all pictures or no picture. Their rows then wait for a job.
 *
 * @param owner the account that uploaded them, or null for a picture that belongs to no account.
 * @throws {ProviderError} the storage failed; no picture is stored then.
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

/** Outcome of one photo. `skipped`: it was valid, but the request had failed before it was stored. */
export type Outcome =
  | { is: 'stored'; photo: StoredPhoto }
  | { is: 'fault'; fault: PhotoFault }
  | { is: 'skipped' }
  | { is: 'not_taken' | 'not_stored'; error: unknown }

/** Downloads and decodes one photo. */
type Take = () => Promise<Picture | PhotoFault>

/**
 * Takes all photos, and stores each immediately, while others are still taken. After an error or an abort no further
 * photo is stored, but the other photos are still taken, to collect all errors.
 *
 * @returns one outcome per photo, after all work has ended. Never rejects.
 */
export function takeAndStore(takes: Take[], batch: StoreBatch, signal?: AbortSignal): Promise<Outcome[]> {
  let isLost = false

  async function takeOne(take: Take): Promise<Picture | Outcome> {
    try {
      const taken = await take()
      return 'jpeg' in taken ? taken : { is: 'fault', fault: taken }
    } catch (error) {
      return { is: 'not_taken', error }
    }
  }

  async function storeOne(picture: Picture, index: number): Promise<Outcome> {
    if (isLost || signal?.aborted) return { is: 'skipped' }
    try {
      return { is: 'stored', photo: await batch.store(picture, index) }
    } catch (error) {
      return { is: 'not_stored', error }
    }
  }

  async function takeAndStoreOne(take: Take, index: number): Promise<Outcome> {
    const taken = await takeOne(take)
    if ('jpeg' in taken) return await storeOne(taken, index)
    isLost = true
    return taken
  }

  return Promise.all(takes.map(takeAndStoreOne))
}
