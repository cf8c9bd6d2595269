import type pg from 'pg'
import type { FetchGuard } from '#lib/safe-fetch/safe-download.ts'
import { createAdmissionQueue } from './admission-queue.ts'
import type { PhotoDecoder } from './decoder.ts'
import {
  createPhotoFetcher,
  type GivenPhoto,
  type PhotoResult,
  type ReportPhoto,
  urlOf,
} from './fetch-photo.ts'
import type { PhotoFault } from './photo-fault.ts'
import type { PhotoStorage } from './storage/storage.ts'
import type { StoredPhoto } from './store.ts'
import { type Outcome, openStoreBatch, takeAndStore } from './store-batch.ts'

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

/** Returns the stored photos in the given order, or all errors by position; then no photo is stored. */
export type IngestPhotos = (
  given: readonly GivenPhoto[],
  signal?: AbortSignal,
  partner?: string,
) => Promise<
  { ok: true; photos: StoredPhoto[] } | { ok: false; faults: { index: number; fault: PhotoFault }[] }
>

/**
 * Spec 4.2 step 2: downloads, compresses and stores photos in parallel: each photo is stored while others are decoded.
 * After an error, stored photos are discarded. The rows then wait for their job (`store.ts`). If the job is not
 * created, call `discardPhotos`.
 *
 * @throws {ProviderError} the storage failed, no decoder was free, or the queue was full; no photo is stored then.
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
    const batch = openStoreBatch(needs)
    const takes = given.map(
      (photo) => () => take(photo, either, partner).finally(() => queue.leave(urlOf(photo), partner)),
    )
    const outcomes = await takeAndStore(takes, batch, signal)
    const photos = outcomes.flatMap((outcome) => (outcome.is === 'stored' ? [outcome.photo] : []))
    const reportAll = (result: PhotoResult) => {
      for (const _ of given) report(result, performance.now() - begunAt)
    }
    if (photos.length === given.length && !signal?.aborted) {
      reportAll('stored')
      return { ok: true, photos }
    }
    await batch.discard()
    signal?.throwIfAborted()
    const faults = outcomes.flatMap((outcome, index) =>
      outcome.is === 'fault' ? [{ index, fault: outcome.fault }] : [],
    )
    // Report the caller's errors first: a retry would not fix them.
    if (faults.length > 0) return { ok: false, faults }
    throwFirst(outcomes, 'not_taken')
    reportAll('storage_failed')
    throwFirst(outcomes, 'not_stored')
    throw new Error('A photo without an outcome')
  }
}

/** As many photos as can be downloaded in the 20 s of a request, at one second each. */
const queueLimits = { total: 160, perHost: 120, perPartner: 120 }

function joinOrReport(join: () => void, urls: string[], report: ReportPhoto): void {
  try {
    join()
  } catch (error) {
    for (const _ of urls) report('busy', 0)
    throw error
  }
}

function throwFirst(outcomes: Outcome[], kind: 'not_taken' | 'not_stored'): void {
  for (const outcome of outcomes) if (outcome.is === kind) throw outcome.error
}
