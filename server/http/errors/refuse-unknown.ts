import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../lib/problem.ts'
import { pathPattern } from '../requests/paths.ts'
import { MethodNotAllowed, notFound } from './errors.ts'

export type Door = { method: string; url: string }

/** Hook for unknown routes: 405 with the allowed methods for a known path, else 404; both before the body is read. */
export const refuseUnknown =
  (doors: readonly Door[]) =>
  (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void =>
    request.is404 ? done(unknownRefusal(doors, request)) : done()

export function unknownRefusal(doors: readonly Door[], { url }: Pick<FastifyRequest, 'url'>): Problem {
  const path = url.split('?', 1)[0] ?? ''
  const known = doors.filter((door) => pathPattern(door.url).test(path))
  // Routes that allow GET also allow HEAD.
  const allowed = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return known.length ? new MethodNotAllowed([...new Set(allowed)]) : notFound
}
