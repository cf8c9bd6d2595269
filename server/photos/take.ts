import { FetchRefused, type RefusalReason } from '../lib/fetch-refused.ts'
import { type FetchGuard, guardedDownload } from '../lib/guarded-fetch.ts'
import { createLanes } from '../lib/lanes.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { NotAnImage, type PhotoDecoder } from './decoder.ts'
import { hostOf } from './line.ts'
import { mostPhotoBytes } from './photo-size.ts'
import type { Picture } from './transcode.ts'

/** `busy`: it had no turn in time, or no decoder. */
export type PhotoResult = 'stored' | 'fetch_refused' | 'not_an_image' | 'storage_failed' | 'busy'

/** For the operator's counters, once per photo; `reason` is why a fetch was refused. */
export type ReportPhoto = (result: PhotoResult, durationMs: number, reason?: RefusalReason) => void

export type TakerNeeds = {
  guard: FetchGuard
  decoder: PhotoDecoder
  report: ReportPhoto
  timeoutMs: number
}

/**
 * Makes the function that downloads and decodes one photo: null when its URL gives no image. One maker per process,
 * since it holds the lines all photos stand in.
 *
 * @throws (the function) {ProviderError} when the fault is ours: no decoder, or no turn before the signal fired.
 */
export function createPhotoTaker(
  needs: TakerNeeds,
): (url: string, signal: AbortSignal) => Promise<Picture | null> {
  // Six of eight, since a partner serves all its photos from one host, and still none takes all.
  const guard = { ...needs.guard, lanes: createLanes({ total: 8, perKey: 6 }) }
  // Bounds the bytes in memory: downloads are faster than decoders.
  const room = createLanes({ total: 24, perKey: 18 })
  const limits = { maxBytes: mostPhotoBytes, totalTimeoutMs: needs.timeoutMs }

  async function inTurn(url: string, signal: AbortSignal): Promise<Picture> {
    const leave = await room.enter(hostOf(url), signal).catch(noTurn)
    try {
      const bytes = await guardedDownload(guard, url, { ...limits, signal })
      return await needs.decoder.decode(bytes, { source: 'partner', signal })
    } finally {
      leave()
    }
  }

  return async (url, signal) => {
    const begunAt = performance.now()
    const report = (result: PhotoResult, reason?: RefusalReason) =>
      needs.report(result, performance.now() - begunAt, reason)
    try {
      return await inTurn(url, signal)
    } catch (error) {
      if (error instanceof FetchRefused) report('fetch_refused', error.reason)
      else if (error instanceof NotAnImage) report('not_an_image')
      else {
        report('busy')
        throw error
      }
      return null
    }
  }
}

function noTurn(): never {
  throw new ProviderError('photos', 'too many at once', { retryable: true, outcome: 'refused' })
}
