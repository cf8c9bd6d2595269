import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Headers of all responses, also of errors before there is a request. Pages and files override them where needed. */
export function securityHeaders(baseUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    // Browsers ignore it over http. Without includeSubDomains, because subdomains may belong to others.
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${aYearInSeconds}` }),
  }
}

/** For data responses: a browser that opens the response as a page must not run, load or frame anything. */
export const dataPolicy = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

const aYearInSeconds = 31_536_000

/** Media type of all JSON responses (spec part 4). It has no charset parameter: JSON is always UTF-8 (RFC 8259). */
export const jsonType = 'application/json'

/** Removes the charset that Fastify appends to the content type of serialized bodies. */
export function answerPlainJsonType(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('content-type') === `${jsonType}; charset=utf-8`)
      reply.header('content-type', jsonType)
    done(null, payload)
  })
}

/** A weak tag: the compressed and the plain body of a page are one page. */
export const tagOf = (content: Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether `If-None-Match` names the tag, weak or strong (RFC 9110, 13.1.2). */
export const isNamed = (etag: string, header: string | undefined): boolean =>
  header !== undefined &&
  header.split(',').some((tag) => tag.trim() === '*' || withoutMark(tag.trim()) === withoutMark(etag))

const withoutMark = (tag: string): string => tag.replace(/^W\//, '')
