import type { FastifyInstance } from 'fastify'
import { endTrace, inTrace, readTraceparent, type Trace } from '../../lib/trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that a partner's server has sent, or null. */
    trace: Trace | null
  }
}

/**
 * Takes `traceparent` from requests of partners, whose servers call us as a part of their work. Log lines and
 * requests to other services of such a request carry it on. Others get no trace: a browser or a phone has none
 * to join.
 */
export function followTraces(app: FastifyInstance, isOfPartners: (url: string) => boolean): void {
  app.decorateRequest('trace', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    if (traceparent === undefined || !isOfPartners(request.url)) return done()
    request.trace = readTraceparent(String(traceparent))
    resume(request.trace, done)
  })
  // After a body was read, the context is that of its connection.
  app.addHook('preValidation', (request, _reply, done) => resume(request.trace, done))
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.trace) endTrace(request.trace)
    done()
  })
}

function resume(trace: Trace | null, done: () => void): void {
  if (trace) inTrace(trace, done)
  else done()
}
