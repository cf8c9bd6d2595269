import { FetchAborted, FetchRefused, type RefusalReason } from '#lib/safe-fetch/fetch-errors.ts'
import { createKeyedSemaphore } from '#lib/safe-fetch/keyed-semaphore.ts'
import { releaseBuffer } from '#lib/safe-fetch/release-buffer.ts'
import { type FetchGuard, safeDownload } from '#lib/safe-fetch/safe-download.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { hostOf } from './admission-queue.ts'
import { NotAnImage, type PhotoDecoder } from './decoder.ts'
import { maxPhotoBytes } from './limits.ts'
import type { PhotoFault } from './photo-fault.ts'
import type { Picture } from './transcode.ts'

/** `busy`: no free slot in time, or no decoder. */
export type PhotoResult = 'stored' | 'fetch_refused' | 'not_an_image' | 'storage_failed' | 'busy'

/** Called once per photo, for the metrics; `reason` is the error of a refused fetch. */
export type ReportPhoto = (result: PhotoResult, durationMs: number, reason?: RefusalReason) => void

/** A photo without a download: its bytes, or the error of the download. */
export type KnownPhoto = { url: string; download: Buffer | RefusalReason }

/** A photo to ingest; a string is the URL to download it from. */
export type GivenPhoto = string | KnownPhoto

export const urlOf = (photo: GivenPhoto): string => (typeof photo === 'string' ? photo : photo.url)

export type FetcherNeeds = {
  guard: FetchGuard
  decoder: PhotoDecoder
  report: ReportPhoto
  timeoutMs: number
}

/**
 * Creates the function that downloads and decodes one photo, or returns why it is refused. Create only one per process,
 * because it holds the concurrency limits of all photos.
 *
 * @throws (the function) {ProviderError} for our own failures: no decoder, or no free slot before `signal` aborted.
 */
export function createPhotoFetcher(
  needs: FetcherNeeds,
): (photo: GivenPhoto, signal: AbortSignal, partner?: string) => Promise<Picture | PhotoFault> {
  // Six of eight per host: a partner serves all its photos from one host, but must not block the others.
  const guard = { ...needs.guard, semaphore: createKeyedSemaphore({ total: 8, perKey: 6 }) }
  // Limits the bytes in memory, because downloads are faster than decoders.
  const room = createKeyedSemaphore({ total: 24, perKey: 18 })
  // A partner can use any number of host names, so concurrent downloads per partner are limited too.
  const partners = createKeyedSemaphore({ total: Number.POSITIVE_INFINITY, perKey: 6 })
  const settings = { headers, maxBytes: maxPhotoBytes, totalTimeoutMs: needs.timeoutMs }

  async function download(url: string, signal: AbortSignal, partner: string): Promise<Buffer> {
    const leave = await partners.enter(partner, signal).catch(noTurn)
    try {
      return await safeDownload(guard, url, { ...settings, signal })
    } catch (error) {
      throw error instanceof FetchAborted ? noTimeLeft() : error
    } finally {
      leave()
    }
  }

  const decode = (bytes: Buffer, signal: AbortSignal) =>
    needs.decoder.decode(bytes, { source: 'partner', signal })

  async function inTurn(photo: GivenPhoto, signal: AbortSignal, partner: string): Promise<Picture> {
    const leave = await room.enter(partner, signal).catch(noTurn)
    try {
      if (typeof photo !== 'string') return await decode(bytesOf(photo), signal)
      const bytes = await download(photo, signal, partner)
      return await decode(bytes, signal).finally(() => releaseBuffer(bytes))
    } finally {
      leave()
    }
  }

  return async (photo, signal, partner = hostOf(urlOf(photo))) => {
    const begunAt = performance.now()
    const report = (result: PhotoResult, reason?: RefusalReason) =>
      needs.report(result, performance.now() - begunAt, reason)
    try {
      return await inTurn(photo, signal, partner)
    } catch (error) {
      if (error instanceof FetchRefused) {
        report('fetch_refused', error.reason)
        return { why: error.reason === 'size' ? 'too_large' : 'unreachable' }
      }
      if (error instanceof NotAnImage) {
        report('not_an_image')
        return error.fault
      }
      report('busy')
      throw error
    }
  }
}

function bytesOf({ download }: KnownPhoto): Buffer {
  if (typeof download === 'string') throw new FetchRefused(download)
  return download
}

/** Accepts only the formats that the decoder reads, for servers that negotiate the content. */
const headers = {
  'user-agent': 'Dray photo fetcher',
  accept: 'image/jpeg, image/png, image/webp, image/gif;q=0.8',
}

const noTimeLeft = () =>
  new ProviderError('photos', 'no time left for the download', { retryable: true, outcome: 'refused' })

function noTurn(): never {
  throw new ProviderError('photos', 'too many at once', { retryable: true, outcome: 'refused' })
}
