import type pg from 'pg'
import type { FetchGuard } from '#lib/safe-fetch/safe-download.ts'
import { createAdmissionQueue } from './admission-queue.ts'
import type { PhotoDecoder } from './decoder.ts'
import { createPhotoFetcher, type GivenPhoto, type ReportPhoto, urlOf } from './fetch-photo.ts'
import type { PhotoStorage } from './storage/storage.ts'
import type { StoredPhoto } from './store.ts'
import { storeAll } from './store-all.ts'

export type { StoredPhoto } from './store.ts'

export type PhotoNeeds = {
  guard: FetchGuard
  decoder: PhotoDecoder
  storage: PhotoStorage
  pool: pg.Pool
  onResult?: ReportPhoto
  /** Called with the number of photos that wait or are in progress, whenever it changes. */
  onUnderWay?: (count: number) => void
  /** For tests. Default: 10 s per photo and 20 s for all photos of a request. */
  timeouts?: { photoMs: number; callMs: number }
}

/** Returns the stored photos in the given order, or the indexes of all that failed; then nothing is stored. */
export type IngestPhotos = (
  given: readonly GivenPhoto[],
  signal?: AbortSignal,
  partner?: string,
) => Promise<{ ok: true; photos: StoredPhoto[] } | { ok: false; faults: number[] }>

/**
 * Spec 4.2 step 2: downloads and compresses photos in parallel, and stores them only when all are good. The rows then
 * wait for their job (`store.ts`). If the job is not created, call `discardPhotos`.
 *
 * @throws {ProviderError} the storage failed, no decoder was free, or the queue was full; nothing is stored then.
 */
export function createPhotoIngest(needs: PhotoNeeds): IngestPhotos {
  const report = needs.onResult ?? (() => {})
  const take = createPhotoFetcher({ ...needs, report, timeoutMs: needs.timeouts?.photoMs ?? 10_000 })
  const queue = createAdmissionQueue({ ...queueLimits, onChange: needs.onUnderWay ?? (() => {}) })
  return async (given, signal, partner) => {
    const urls = given.map(urlOf)
    const begunAt = performance.now()
    const deadline = AbortSignal.timeout(needs.timeouts?.callMs ?? 20_000)
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline
    joinOrReport(() => queue.join(urls, partner), urls, report)
    const taken = await Promise.allSettled(
      given.map((photo) => take(photo, either, partner).finally(() => queue.leave(urlOf(photo), partner))),
    )
    signal?.throwIfAborted()
    const faults = taken.flatMap((photo, index) =>
      photo.status === 'fulfilled' && photo.value === null ? [index] : [],
    )
    // Report the caller's errors first: a retry would not fix them.
    if (faults.length > 0) return { ok: false, faults }
    const pictures = taken.map(valueOrThrow).filter((picture) => picture !== null)
    const photos = await storeAll(needs, pictures).catch((error: unknown) => {
      for (const _ of pictures) report('storage_failed', performance.now() - begunAt)
      throw error
    })
    for (const _ of photos) report('stored', performance.now() - begunAt)
    return { ok: true, photos }
  }
}

/** As many photos as can be downloaded in the 20 s of a request when each takes one second. */
const queueLimits = { total: 160, perHost: 120, perPartner: 120 }

function joinOrReport(join: () => void, urls: string[], report: ReportPhoto): void {
  try {
    join()
  } catch (error) {
    for (const _ of urls) report('busy', 0)
    throw error
  }
}

function valueOrThrow<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
