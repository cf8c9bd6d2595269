import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { fillWindow } from '#contract/sandbox/world.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { mount } from '../mount.ts'

/** Counts calls on the window of the partner API, so that the next refusal there is a true one. */
export function mountFillWindow(scope: FastifyInstance, { limiter }: { limiter: Limiter }): void {
  mount(scope, fillWindow, async ({ caller: { keyId, rateLimitPerMinute: limit }, body }) => {
    const subject = `key:${keyId}`
    const { used } = await limiter.look(subject, limit)
    const wanted = Math.max(0, limit - body.remaining - used)
    let left = Math.max(0, limit - used)
    for (let i = 0; i < wanted && left > body.remaining; i++) {
      left = (await limiter.take(subject, limit)).remaining
      // Other requests have their turn while a large window is filled.
      if (i % 500 === 499) await nextTurn()
    }
    return { limit, remaining: left }
  })
}
