import type { FastifyInstance } from 'fastify'

/** The media type of every JSON answer, as spec part 4 writes it. JSON is UTF-8 by definition (RFC 8259), and the type has no charset. */
export const jsonType = 'application/json'

/** Fastify appends a charset to the type of what it serialises; this takes it off again. */
export function answerPlainJsonType(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('content-type') === `${jsonType}; charset=utf-8`)
      reply.header('content-type', jsonType)
    done(null, payload)
  })
}
