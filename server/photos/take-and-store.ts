import type { PhotoFault } from './photo-fault.ts'
import type { StoredPhoto } from './store.ts'
import type { StoreBatch } from './store-batch.ts'
import type { Picture } from './transcode.ts'

/** What became of one photo. `skipped`: it was good, but the request had failed before it was stored. */
export type Outcome =
  | { is: 'stored'; photo: StoredPhoto }
  | { is: 'fault'; fault: PhotoFault }
  | { is: 'skipped' }
  | { is: 'not_taken' | 'not_stored'; error: unknown }

/** Downloads and decodes one photo. */
type Take = () => Promise<Picture | PhotoFault>

/**
 * Takes all photos, and stores each at once, while others are still taken. After a photo that failed or an abort
 * nothing more is stored, but the other photos are still taken, so that all faults are known.
 *
 * @returns one outcome per photo, when nothing of them is in progress any more. Never rejects.
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
