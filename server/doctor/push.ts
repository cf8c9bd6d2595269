import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import { readVapidKeys, signsWith } from '../push/vapid.ts'
import { attempt, type Check, ok, warn } from './check.ts'

/** Checks that pushes can be signed. No service is asked: each browser has its own. */
export function checkPush({ pushContact }: Config, { kysely }: Database): Promise<Check> {
  const name = 'push web-push'
  return attempt({ name, remedy: 'Restore the row `push_keys` of installation_secret' }, async () => {
    const keys = await readVapidKeys(kysely)
    if (!pushContact)
      return warn(name, 'no contact address', 'Set PUSH_CONTACT, or BASE_URL to an https address')
    signsWith(keys, pushContact)
    return ok(name, `the keys sign, for ${pushContact}`)
  })
}
