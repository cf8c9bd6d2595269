import { type Kysely, sql } from 'kysely'
import type { By } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { invitationLink } from '../members/invitations.ts'
import { inviteMember } from '../members/invite.ts'

/**
 * Makes the link with which the first owner gets into the operator's panel; null while there is an active owner, or a
 * link that still works. Shown once, on the console; the database stores a hash. If two nodes start concurrently, only one makes it.
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
