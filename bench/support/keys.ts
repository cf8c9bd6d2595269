import { type IssuedKey, issueKey } from '../../server/keys/issue.ts'
import { newId } from '../../server/lib/ids.ts'
import { insertPartner } from '../../server/partners/store.ts'
import type { TestDatabase } from '../../test/support/database.ts'

type Needs = Pick<TestDatabase, 'kysely'>

/** A limit that a load with many keys does not reach. */
export const wideLimit = 100_000

/** A key of a new partner. */
export async function newKey({ kysely }: Needs, rateLimitPerMinute = wideLimit): Promise<IssuedKey> {
  const partnerId = newId()
  await insertPartner(kysely, { id: partnerId, companyName: 'Sample Partner', smsLanguage: null })
  return issueKey({ kysely, service: 'dray' }, { partnerId, mode: 'live', rateLimitPerMinute })
}

/** Values of keys, each of another partner. */
export const newKeys = async (db: Needs, count: number): Promise<string[]> =>
  (await newManyKeys(db, count)).map(({ apiKey }) => apiKey)

export async function newManyKeys(db: Needs, count: number): Promise<IssuedKey[]> {
  const keys: IssuedKey[] = []
  while (keys.length < count) {
    const some = Array.from({ length: Math.min(100, count - keys.length) }, () => newKey(db))
    keys.push(...(await Promise.all(some)))
  }
  return keys
}
