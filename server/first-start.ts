import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './db/tables.ts'
import { issueKey } from './keys/issue.ts'
import { hashOf } from './keys/key-value.ts'
import { newId } from './lib/ids.ts'
import { insertPartner } from './partners/store.ts'

/** Shown once, on the first start, and kept nowhere. */
export type Welcome = { testKey: string; signInToken: string }

/**
 * Gives an installation that has no partner yet one to try with: a sample partner with a test key, and a one-time token
 * for the operator panel. Of two nodes that start at once one does it.
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
    await insertPartner(trx, { id: partnerId, companyName: 'Sample Partner', smsLanguage: null })
    const { apiKey } = await issueKey(
      { kysely: trx, service },
      { partnerId, mode: 'test', rateLimitPerMinute },
    )
    return { testKey: apiKey, signInToken: await newSignInToken(trx) }
  })
}

async function newSignInToken(kysely: Kysely<Tables>): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = sql<Date>`now() + interval '24 hours'`
  await kysely
    .insertInto('admin_sign_in')
    .values({ token_hash: hashOf(token), expires_at: expiresAt })
    .execute()
  return token
}
