import { type Kysely, sql } from 'kysely'
import type { By } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { createKey } from '../keys/administer.ts'
import { newId } from '../lib/ids.ts'
import { createPartner } from '../partners/administer.ts'

/** Shown once, on the first start, and not stored. */
export type Welcome = { partnerId: string; testKey: string }

/**
 * Creates a sample partner with a test key if the installation has no partner yet; returns null otherwise. If two nodes
 * start concurrently, only one creates it.
 */
export async function welcome(
  kysely: Kysely<Tables>,
  { service, rateLimitPerMinute }: { service: string; rateLimitPerMinute: number },
): Promise<Welcome | null> {
  return kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('dray first start'))`.execute(trx)
    const partner = await trx.selectFrom('partner').select('id').limit(1).executeTakeFirst()
    if (partner) return null
    const partnerId = newId()
    const by: By = { actor: { type: 'system', name: 'first start' } }
    await createPartner(
      { kysely: trx },
      { id: partnerId, companyName: 'Sample Partner', smsLanguage: null, by },
    )
    const { apiKey } = await createKey(
      { kysely: trx, service },
      { partnerId, mode: 'test', rateLimitPerMinute, by },
    )
    return { partnerId, testKey: apiKey }
  })
}
