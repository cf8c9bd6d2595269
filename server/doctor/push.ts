import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import { refusingServices } from '../push/refused-devices.ts'
import { readVapidKeys, signsWith } from '../push/vapid.ts'
import type { CheckName } from '../texts/coded.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

/**
 * Checks that pushes can be signed, and that no service refuses them all. No service is asked: each browser has its
 * own.
 */
export function checkPush({ pushContact }: Config, { kysely }: Database): Promise<Check> {
  const name: CheckName = ['push']
  return attempt({ name, remedy: ['restorePushKeys'] }, async () => {
    const keys = await readVapidKeys(kysely)
    if (!pushContact) return warn(name, ['noContact'], ['setContact'])
    await signsWith(keys, pushContact)
    const refusing = await refusingServices(kysely)
    if (refusing.length > 0)
      return fail(
        name,
        ['pushesRefused', refusing.map(({ service }) => service).join(', ')],
        ['checkPushContact'],
      )
    return ok(name, ['keysSign', pushContact])
  })
}
