import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { pushOperations } from '#contract/app/live.ts'
import type { Tables } from '../../../db/tables.ts'
import { isSubscribed, subscribe, unsubscribe } from '../../../push/subscriptions.ts'
import { readVapidKeys } from '../../../push/vapid.ts'
import type { Handlers } from '../../mount.ts'

export type PushNeeds = { pool: pg.Pool; kysely: Kysely<Tables> }

/** The push subscription of the session. */
export const pushHandlers: Handlers<typeof pushOperations, PushNeeds> = {
  /** Shows the public key that a browser needs for a push subscription, and whether this session has one. */
  readPushKey:
    ({ kysely }) =>
    async ({ caller }) => ({
      key: (await readVapidKeys(kysely)).publicKey,
      is_registered: await isSubscribed(kysely, caller.sessionId),
    }),
  subscribePush:
    ({ pool }) =>
    async ({ caller: { accountId, sessionId }, body }) => {
      const { endpoint, keys } = body
      await subscribe(pool, { accountId, sessionId, endpoint, ...keys })
    },
  unsubscribePush:
    ({ kysely }) =>
    ({ caller }) =>
      unsubscribe(kysely, caller.sessionId),
}
