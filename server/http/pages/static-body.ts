import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { lazy } from '../../lib/lazy.ts'

/** Content that does not change while the process runs. It is compressed once, for the first client that takes gzip. */
export type StaticBody = { plain: Buffer; gzip: () => Buffer }

export function staticBody(content: string | Buffer): StaticBody {
  const plain = Buffer.from(content)
  return { plain, gzip: lazy(() => gzipSync(plain, { level: 9 })) }
}

export function answerStatic(request: FastifyRequest, reply: FastifyReply, { plain, gzip }: StaticBody) {
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.header('vary', vary).header('x-content-type-options', 'nosniff')
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(gzip())
}

const takesGzip = (header: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(header ?? ''))
