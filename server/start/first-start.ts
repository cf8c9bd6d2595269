import { type Kysely, sql } from 'kysely'
import type { By } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { createKey } from '../keys/administer.ts'
import { newId } from '../lib/ids.ts'
import { invitationLink } from '../members/invitations.ts'
import { inviteMember } from '../members/invite.ts'
import { createPartner } from '../partners/administer.ts'

/** Shown once, on the first start, and not stored. */
export type Welcome = { partnerId: string; testKey: string }

/**
 * Creates a sample partner with a test key if the installation has no partner yet; otherwise returns null. If two nodes
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

/**
 * Creates the first owner's link to the operator's panel; null while there is an active owner or a valid link. Shown
 * once, on the console; the database stores a hash. If two nodes start concurrently, only one creates it.
 */
export async function ownerLink(kysely: Kysely<Tables>, baseUrl: string): Promise<string | null> {
  return kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('dray owner link'))`.execute(trx)
    const { rows } = await sql<{ known: boolean }>`
      select exists (select from member where partner_id is null and role = 'owner' and suspended_at is null)
        or exists (select from member_invitation where partner_id is null and role = 'owner'
          and used_at is null and revoked_at is null and expires_at > now()
          and not exists (select from member m where m.id = member_id and m.suspended_at is not null)) as known`.execute(
      trx,
    )
    if (rows[0]?.known) return null
    const by: By = { actor: { type: 'system', name: 'start' } }
    const invite = { partnerId: null, name: 'Owner', role: 'owner', language: 'en', by } as const
    return invitationLink(baseUrl, await inviteMember({ kysely: trx }, invite))
  })
}
