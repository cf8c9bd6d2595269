import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Live calls: those of live keys, and of people, who use the app and the panels. While there are any, the sandbox goes slower. */
export type LiveCalls = {
  /** Called after a live call. */
  note: () => void
  /** Whether there was one within the last second. */
  isBusy: () => boolean
}

const recentMs = 1_000

export function createLiveCalls(): LiveCalls {
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    note() {
      lastAt = performance.now()
    },
    isBusy: () => performance.now() - lastAt < recentMs,
  }
}

/** Notes the live calls that are not refused. `ofPeople`: the paths of the APIs of people. */
export function watchLiveCalls(
  app: FastifyInstance,
  liveCalls: LiveCalls,
  ofPeople: readonly string[],
): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode < 400 && isLive(request, ofPeople)) liveCalls.note()
    done()
  })
}

const isLive = ({ partnerKey, url }: FastifyRequest, ofPeople: readonly string[]): boolean =>
  partnerKey ? partnerKey.mode === 'live' : ofPeople.some((path) => url.startsWith(path))
