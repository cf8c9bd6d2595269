import { OperatorError } from '../../lib/operator-error.ts'
import { drayVersion } from '../../lib/version.ts'

/** Bytes received so far; `totalBytes` is null when the server does not send the length. */
export type Progress = { bytes: number; totalBytes: number | null }

export type Download = {
  /** Base URL of the files, without a trailing slash. */
  baseUrl: string
  /** ISO code in upper case. */
  country: string
  onProgress: (progress: Progress) => void
  maxBytes: number
  /** Timeout for the connection, the headers, and between two chunks of the body. */
  silenceMs: number
}

/**
 * Downloads the GeoNames postal file of a country (`ES.zip`).
 *
 * @throws OperatorError with the reason: no such file, no connection, too large, timeout.
 */
export async function downloadPostalFile(download: Download): Promise<Buffer> {
  const { baseUrl, country, maxBytes, silenceMs } = download
  const url = `${baseUrl}/${country}.zip`
  const { Agent, request } = await import('undici')
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
  // Operators know system error codes (ECONNREFUSED) but not the codes of the HTTP client.
  return code && !code.startsWith('UND_') ? code : (message ?? 'failed')
}
