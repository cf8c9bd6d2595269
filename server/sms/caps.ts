import type { Kysely } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { SmsProvider } from './provider.ts'
import { countRecent } from './store.ts'

/** What a stolen key, or one number's misuse, may cost in a day. */
export const capsEnv = Type.Object({
  SMS_DAILY_CAP_PER_NUMBER: Type.Integer({ default: 20, minimum: 1 }),
  SMS_DAILY_CAP_PER_KEY: Type.Integer({ default: 2_000, minimum: 1 }),
})

export type SmsCaps = Static<typeof capsEnv>

/**
 * Whether one more text would pass a cap of the last 24 h. Asked before the create's statement, so creates in flight
 * at the same moment do not see each other: the caps may be passed by as many. The outbox costs nothing and has none.
 */
export async function isOverCap(
  needs: { kysely: Kysely<Tables>; smsCaps: SmsCaps },
  provider: SmsProvider,
  sms: { to: string; keyId: string | null },
): Promise<boolean> {
  if (!provider.delivers) return false
  const { SMS_DAILY_CAP_PER_NUMBER, SMS_DAILY_CAP_PER_KEY } = needs.smsCaps
  const { perNumber, perKey } = await countRecent(needs.kysely, { provider: provider.name, ...sms })
  return perNumber >= SMS_DAILY_CAP_PER_NUMBER || perKey >= SMS_DAILY_CAP_PER_KEY
}
