import { FetchRefused } from '../lib/fetch-refused.ts'
import { type FetchGuard, guardedDownload } from '../lib/guarded-fetch.ts'
import { createLanes } from '../lib/lanes.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { NotAnImage, type PhotoDecoder } from './decoder.ts'
import { mostPhotoBytes } from './photo-size.ts'
import type { Picture } from './transcode.ts'

export type PhotoResult = 'stored' | 'fetch_refused' | 'not_an_image' | 'storage_failed'

/** For the operator's counters, once per photo; `detail` is why a fetch was refused. */
export type ReportPhoto = (result: PhotoResult, durationMs: number, detail?: string) => void

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
  const guard = { ...needs.guard, lanes: createLanes({ total: 8, perKey: 2 }) }
  // Bounds the bytes in memory: downloads are faster than decoders. One host cannot take all places.
  const room = createLanes({ total: 24, perKey: 4 })
  return async (url, signal) => {
    const begunAt = performance.now()
    const leave = await room.enter(URL.parse(url)?.hostname ?? '', signal).catch(noTurn)
    try {
      const bytes = await guardedDownload(guard, url, {
        maxBytes: mostPhotoBytes,
        totalTimeoutMs: needs.timeoutMs,
        signal,
      })
      return await needs.decoder.decode(bytes, signal)
    } catch (error) {
      const durationMs = performance.now() - begunAt
      if (error instanceof FetchRefused) needs.report('fetch_refused', durationMs, error.reason)
      else if (error instanceof NotAnImage) needs.report('not_an_image', durationMs)
      else throw error
      return null
    } finally {
      leave()
    }
  }
}

function noTurn(): never {
  throw new ProviderError('photos', 'too many at once', { retryable: true, outcome: 'refused' })
}
