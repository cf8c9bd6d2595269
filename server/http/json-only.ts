import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unsupportedMediaType } from './errors.ts'
import { parseJsonBody } from './json-body.ts'

/** Spec part 4: bodies are JSON, in both APIs. The content type is checked before the body is parsed. */
export function readJsonOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseOtherEncodings(request)
      done(null, isWithoutBody(request, body as Buffer) ? undefined : parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Many clients send the header with every request, and a deletion has no body. */
const isWithoutBody = ({ method }: FastifyRequest, body: Buffer): boolean =>
  method === 'DELETE' && body.length === 0

function refuseOtherEncodings({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!/^utf-?8$/i.test(charset) || !/^identity$/i.test(encoding)) throw unsupportedMediaType
}
