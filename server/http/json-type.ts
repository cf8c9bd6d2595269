import type { FastifyInstance } from 'fastify'

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
