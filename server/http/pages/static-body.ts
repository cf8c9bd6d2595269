import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { lazy } from '../../lib/lazy.ts'
import { isNamed, tagOf } from '../responses/headers.ts'

/** Content that does not change while the process runs. Compressed once, for the first client that accepts gzip. */
export type StaticBody = { plain: Buffer; gzip: () => Buffer; etag: () => string }

export function staticBody(content: string | Buffer): StaticBody {
  const plain = Buffer.from(content)
  return { plain, gzip: lazy(() => gzipSync(plain, { level: 9 })), etag: lazy(() => tagOf(plain)) }
}

/**
 * A cacheable response that is revalidated (`no-cache`) has an ETag, and the response is 304 while the client has it.
 */
export function answerStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, gzip, etag }: StaticBody,
) {
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.header('vary', vary).header('x-content-type-options', 'nosniff')
  if (reply.getHeader('cache-control') === 'no-cache') {
    reply.header('etag', etag())
    if (isNamed(etag(), request.headers['if-none-match'])) return reply.code(304).send()
  }
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(gzip())
}

const takesGzip = (header: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(header ?? ''))
