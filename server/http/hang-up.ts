import type { FastifyReply } from 'fastify'

/** A signal that aborts when the client disconnects, or when the response has been sent. */
export function hangUpOf({ raw }: FastifyReply): AbortSignal {
  if (raw.closed) return AbortSignal.abort()
  const hangUp = new AbortController()
  raw.once('close', () => hangUp.abort())
  return hangUp.signal
}
