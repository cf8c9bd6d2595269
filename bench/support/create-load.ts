import { issueKey } from '../../server/keys/issue.ts'
import { newId } from '../../server/lib/ids.ts'
import { insertPartner } from '../../server/partners/store.ts'
import type { TestDatabase } from '../../test/support/database.ts'

/** The job that loads create. */
export const newJob = {
  title: 'Three-seat sofa',
  description: 'Grey, 2.10 m long.',
  size: 'L',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  customer_phone: '+34612345678',
}

/** Keys of 200 partners: with few keys a load would exceed the rate limit of a key. */
export const newKeys = (db: Pick<TestDatabase, 'kysely'>): Promise<string[]> =>
  Promise.all(Array.from({ length: 200 }, () => newKey(db)))

async function newKey({ kysely }: Pick<TestDatabase, 'kysely'>): Promise<string> {
  const partnerId = newId()
  await insertPartner(kysely, { id: partnerId, companyName: 'Sample Partner', smsLanguage: null })
  const order = { partnerId, mode: 'live' as const, rateLimitPerMinute: 100_000 }
  return (await issueKey({ kysely, service: 'dray' }, order)).apiKey
}
