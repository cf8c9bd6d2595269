import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { FetchRefused } from './fetch-errors.ts'

type Limit = { maxOutputLength: number }
type Decode = (bytes: Buffer, limit: Limit) => Promise<Buffer>

const inflate = promisify<Buffer, Limit, Buffer>(zlib.inflate)
const inflateRaw = promisify<Buffer, Limit, Buffer>(zlib.inflateRaw)
const gunzip = promisify<Buffer, Limit, Buffer>(zlib.gunzip)

/** RFC 9110, 8.4.1.2: some servers send the stream without its zlib wrapper. */
const inflateEither: Decode = (bytes, limit) =>
  inflate(bytes, limit).catch((error: NodeJS.ErrnoException) => {
    if (isTooLarge(error)) throw error
    return inflateRaw(bytes, limit)
  })

const decoders = new Map<string, Decode>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflateEither],
  ['br', promisify<Buffer, Limit, Buffer>(zlib.brotliDecompress)],
  ['zstd', promisify<Buffer, Limit, Buffer>(zlib.zstdDecompress)],
])

const isTooLarge = ({ code }: NodeJS.ErrnoException): boolean => code === 'ERR_BUFFER_TOO_LARGE'

/** More than one is seen behind two proxies; many would only cost time. */
const maxCodings = 3

/**
 * Decodes a body that a host compressed although it was asked not to. An unknown coding is ignored: hosts set the
 * header to `utf-8`, `binary` or `aws-chunked`.
 *
 * @throws {FetchRefused} `size` when more than `maxBytes` come out of it, `encoding` when it cannot be decoded.
 */
export async function decoded(
  bytes: Buffer,
  header: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const codings = codingsOf(header)
  if (codings.length > maxCodings) throw new FetchRefused('encoding')
  let plain = bytes
  for (const decode of codings.toReversed())
    plain = await decode(plain, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
      throw new FetchRefused(isTooLarge(error) ? 'size' : 'encoding')
    })
  return plain
}

const codingsOf = (header: string | string[] | undefined): Decode[] =>
  [header ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .flatMap((name) => decoders.get(name.trim().toLowerCase()) ?? [])
