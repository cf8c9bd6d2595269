import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { readPushKey, subscribePush, unsubscribePush } from '#contract/app/live.ts'
import type { Tables } from '../../../db/tables.ts'
import { subscribe, unsubscribe } from '../../../push/subscriptions.ts'
import { readVapidKeys } from '../../../push/vapid.ts'
import { appRoute } from '../route.ts'

export type PushRoutesNeeds = { pool: pg.Pool; kysely: Kysely<Tables> }

/** Routes for the push subscription of the session. */
export function mountPush(scope: FastifyInstance, { pool, kysely }: PushRoutesNeeds): void {
  appRoute(scope, readPushKey, async () => ({ key: (await readVapidKeys(kysely)).publicKey }))
  appRoute(scope, subscribePush, async ({ caller: { accountId, sessionId }, body }) => {
    const { endpoint, keys } = body
    await subscribe(pool, { accountId, sessionId, endpoint, ...keys })
  })
  appRoute(scope, unsubscribePush, ({ caller }) => unsubscribe(kysely, caller.sessionId))
}
