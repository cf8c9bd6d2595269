import { Agent, request } from 'undici'
import { OperatorError } from '../../lib/operator-error.ts'
import { drayVersion } from '../../lib/version.ts'

/** Bytes so far, and how many there will be where the server says so. */
export type Progress = { bytes: number; totalBytes: number | null }

export type Download = {
  /** Where the files are, without a final slash. */
  baseUrl: string
  /** Two capital letters. */
  country: string
  onProgress: (progress: Progress) => void
  maxBytes: number
  /** Without a byte for so long, the download ends. */
  silenceMs: number
}

/**
 * The postal file of a country, as GeoNames offers it (`ES.zip`).
 *
 * @throws OperatorError that says why there is none: no such file, no connection, too large, too slow.
 */
export async function downloadPostalFile(download: Download): Promise<Buffer> {
  const { baseUrl, country, maxBytes, silenceMs } = download
  const url = `${baseUrl}/${country}.zip`
  const dispatcher = new Agent({ connect: { timeout: silenceMs } })
  try {
    const answer = await request(url, {
      dispatcher,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      signal: AbortSignal.timeout(wholeMs),
      headers: { 'user-agent': `dray/${drayVersion()}` },
    })
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      throw new OperatorError(refusal(url, country, answer.statusCode))
    }
    const length = Number(answer.headers['content-length'])
    const totalBytes = Number.isInteger(length) && length > 0 ? length : null
    if (totalBytes !== null && totalBytes > maxBytes) throw tooLarge(url, maxBytes)
    return await collect(answer.body, { ...download, url, totalBytes })
  } catch (error) {
    throw error instanceof OperatorError ? error : new OperatorError(`${url}: ${reasonOf(error)}`)
  } finally {
    await dispatcher.destroy()
  }
}

const wholeMs = 15 * 60_000

type Collection = Pick<Download, 'onProgress' | 'maxBytes'> & { url: string; totalBytes: number | null }

async function collect(
  body: AsyncIterable<Buffer>,
  { onProgress, maxBytes, url, totalBytes }: Collection,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(url, maxBytes)
    chunks.push(chunk)
    onProgress({ bytes, totalBytes })
  }
  return Buffer.concat(chunks)
}

const tooLarge = (url: string, maxBytes: number): OperatorError =>
  new OperatorError(`${url} is larger than ${Math.floor(maxBytes / 1_048_576)} MiB`)

const refusal = (url: string, country: string, status: number): string =>
  status === 404
    ? `GeoNames offers no postcodes of ${country} (${url} answered 404)`
    : `${url} answered HTTP ${status}`

function reasonOf(error: unknown): string {
  const { code, name, message } = error as { code?: string; name?: string; message?: string }
  if (name === 'TimeoutError' || /TIMEOUT/.test(code ?? '')) return 'no answer in time'
  // A code of the system is known to everybody (ECONNREFUSED); one of the HTTP client is not.
  return code && !code.startsWith('UND_') ? code : (message ?? 'failed')
}
