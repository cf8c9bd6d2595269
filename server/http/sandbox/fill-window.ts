import type { FastifyInstance } from 'fastify'
import { fillWindow } from '#contract/sandbox/world.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { rateSubject } from '../../keys/rate-subject.ts'
import { mount } from '../mount.ts'

/** Counts calls on the window of the partner API, so that the next refusal there is a true one. */
export function mountFillWindow(scope: FastifyInstance, { limiter }: { limiter: Limiter }): void {
  mount(scope, fillWindow, async ({ caller: { keyId, rateLimitPerMinute: limit }, body }) => {
    const { used } = await limiter.fill(rateSubject(keyId), limit, body.remaining)
    return { limit, remaining: Math.max(0, limit - used) }
  })
}
