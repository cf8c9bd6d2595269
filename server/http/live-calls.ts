import type { FastifyInstance, FastifyRequest } from 'fastify'

const recentMs = 1_000

/**
 * Watches for live calls: those of live keys, and of people, who use the app and the panels. Refused calls do not count. While
 * there are any, the sandbox takes less of the machine.
 *
 * @param ofPeople the paths of their APIs.
 * @returns whether there was one within the last second.
 */
export function watchLiveCalls(app: FastifyInstance, ofPeople: readonly string[]): () => boolean {
  let lastAt = Number.NEGATIVE_INFINITY
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode < 400 && isLive(request, ofPeople)) lastAt = performance.now()
    done()
  })
  return () => performance.now() - lastAt < recentMs
}

const isLive = ({ partnerKey, url }: FastifyRequest, ofPeople: readonly string[]): boolean =>
  partnerKey ? partnerKey.mode === 'live' : ofPeople.some((path) => url.startsWith(path))
