import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a picture that only some people may see. Untrusted content, so the headers forbid scripts. */
export const sendPicture = (
  reply: FastifyReply,
  { stream, bytes }: { stream: Readable; bytes: number },
): FastifyReply =>
  reply
    .type('image/jpeg')
    .headers({
      'content-length': bytes,
      'content-disposition': 'inline; filename="document.jpg"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    .send(stream)
