import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const types = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson', json: 'application/json' }

type Download = {
  /** Without its extension. */
  name: string
  type: keyof typeof types
  parts: AsyncGenerator<string>
}

/**
 * Sends a file part by part, as fast as the client reads. The first part is read before the response begins, so an
 * error there has an ordinary error response. After a later error the connection is closed, so the client sees a failed
 * download and not a short file. When the client disconnects, `parts` ends.
 */
export async function sendFile(reply: FastifyReply, { name, type, parts }: Download): Promise<Readable> {
  const first = await parts.next()
  // The response to HEAD has no body, but Fastify would read the whole file to its end.
  if (reply.request.method === 'HEAD') await parts.return(undefined)
  reply.header('content-type', types[type])
  reply.header('content-disposition', `attachment; filename="${name}.${type}"`)
  return Readable.from({ [Symbol.asyncIterator]: () => startingWith(first, parts) })
}

/** `return` and `throw` must reach `parts`: a wrapping generator that was never started would not pass them on. */
function startingWith(first: IteratorResult<string>, parts: AsyncGenerator<string>): AsyncIterator<string> {
  let isFirst = true
  return {
    next() {
      if (!isFirst) return parts.next()
      isFirst = false
      return Promise.resolve(first)
    },
    return: () => parts.return(undefined),
    throw: (error) => parts.throw(error),
  }
}

/** Sends a picture with restricted access. Untrusted content, so the headers forbid scripts. */
export const sendPicture = (
  reply: FastifyReply,
  {
    stream,
    bytes,
    type = 'image/jpeg',
  }: { stream: Readable; bytes: number; type?: 'image/jpeg' | 'image/png' },
): FastifyReply =>
  reply
    .type(type)
    .headers({
      'content-length': bytes,
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    .send(stream)

/** Sends a file about a person's money: no cache between the server and the person may keep it. */
export const sendPdf = (
  reply: FastifyReply,
  { fileName, bytes }: { fileName: string; bytes: Buffer },
): FastifyReply =>
  reply
    .type('application/pdf')
    .headers({
      'content-length': bytes.length,
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    .send(bytes)
