import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../../db/tables.ts'
import { mountReadPushKey } from './read-push-key.ts'
import { mountSubscribePush } from './subscribe-push.ts'
import { mountUnsubscribePush } from './unsubscribe-push.ts'

export type PushNeeds = { pool: pg.Pool; kysely: Kysely<Tables> }

/** The push subscription of the session. */
export function mountPush(scope: FastifyInstance, needs: PushNeeds): void {
  mountReadPushKey(scope, needs)
  mountSubscribePush(scope, needs)
  mountUnsubscribePush(scope, needs)
}
