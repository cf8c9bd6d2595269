import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { subscribePush } from '#contract/app/live.ts'
import { subscribe } from '../../../push/subscriptions.ts'
import { mount } from '../../mount.ts'

/** Stores the push subscription of the session. */
export function mountSubscribePush(scope: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  mount(scope, subscribePush, async ({ caller: { accountId, sessionId }, body }) => {
    const { endpoint, keys } = body
    await subscribe(pool, { accountId, sessionId, endpoint, ...keys })
  })
}
