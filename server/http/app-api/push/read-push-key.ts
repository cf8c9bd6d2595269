import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readPushKey } from '#contract/app/live.ts'
import type { Tables } from '../../../db/tables.ts'
import { isSubscribed } from '../../../push/subscriptions.ts'
import { readVapidKeys } from '../../../push/vapid.ts'
import { mount } from '../../mount.ts'

/** Shows the public key that a browser needs for a push subscription, and whether this session has one. */
export function mountReadPushKey(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, readPushKey, async ({ caller }) => ({
    key: (await readVapidKeys(kysely)).publicKey,
    is_registered: await isSubscribed(kysely, caller.sessionId),
  }))
}
