import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { unsubscribePush } from '#contract/app/live.ts'
import type { Tables } from '../../../db/tables.ts'
import { unsubscribe } from '../../../push/subscriptions.ts'
import { mount } from '../../mount.ts'

/** Deletes the push subscription of the session. */
export function mountUnsubscribePush(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, unsubscribePush, ({ caller }) => unsubscribe(kysely, caller.sessionId))
}
