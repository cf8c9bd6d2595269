import { type Kysely, sql } from 'kysely'
import type { Language, MemberRole } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { hashSessionToken, newSessionToken } from '../lib/session-token.ts'
import { surfaceOf } from './surface.ts'

export type InvitationOrder = {
  partnerId: string | null
  /** The member whose access it restores; null if it creates a new one. */
  memberId: string | null
  role: MemberRole
  name: string
  language: Language
  createdBy: { id?: string | undefined; name: string }
}

export type IssuedInvitation = {
  invitationId: string
  partnerId: string | null
  token: string
  expiresAt: Date
}

const lifeHours = 24

/** @returns the token, which is returned only here; the database stores its hash. */
export async function insertInvitation(
  trx: Kysely<Tables>,
  order: InvitationOrder,
): Promise<IssuedInvitation> {
  const [invitationId, token] = [newId(), newSessionToken()]
  const { partnerId, memberId, role, name, language, createdBy } = order
  const { expires_at } = await trx
    .insertInto('member_invitation')
    .values({
      id: invitationId,
      partner_id: partnerId,
      member_id: memberId,
      role,
      name,
      language,
      token_hash: hashSessionToken(token),
      created_by: createdBy.name,
      created_by_id: createdBy.id ?? null,
      expires_at: sql<Date>`now() + make_interval(hours => ${lifeHours})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { invitationId, partnerId, token, expiresAt: expires_at }
}

/** The address for the invited person. The token is in the fragment, which browsers never send to a server. */
export const invitationLink = (
  baseUrl: string,
  { partnerId, token }: Pick<IssuedInvitation, 'partnerId' | 'token'>,
): string => `${baseUrl}/${surfaceOf(partnerId)}/invitation#${token}`

/** An invitation that can still be used. */
export type LiveInvitation = Awaited<ReturnType<typeof listInvitations>>[number]

const live = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('member_invitation')
    .select(['id', 'partner_id', 'member_id', 'role', 'name', 'language'])
    .select(['created_by', 'created_at', 'expires_at'])
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)

/** Newest first; ids rise with time. */
export const listInvitations = (kysely: Kysely<Tables>, { partnerId, before, limit }: InvitationsPage) =>
  live(kysely)
    .where('partner_id', 'is not distinct from', partnerId)
    .$if(before !== undefined, (rest) => rest.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** `before` is the id of the last row of the previous page. */
type InvitationsPage = { partnerId: string | null; before: string | undefined; limit: number }

export async function findInvitation(
  kysely: Kysely<Tables>,
  { token, ofStaff }: { token: string; ofStaff: boolean },
): Promise<LiveInvitation | null> {
  const row = await live(kysely)
    .where('token_hash', '=', hashSessionToken(token))
    .where('partner_id', ofStaff ? 'is' : 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false when a concurrent request used it first, or it was revoked meanwhile. */
export async function useInvitation(trx: Kysely<Tables>, invitationId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('member_invitation')
    .set({ used_at: sql`now()` })
    .where('id', '=', invitationId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Which =
  | { invitationId: string; partnerId: string | null }
  /** Invitations that restore the member's access, and invitations made by the member. */
  | { memberId: string }
  /** Only invitations that restore the member's access. */
  | { leadsBack: string }

/** Revokes unused invitations. @returns how many. */
export async function revokeInvitations(trx: Kysely<Tables>, which: Which): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('member_invitation')
    .set({ revoked_at: sql`now()` })
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((is) => {
      if ('leadsBack' in which) return is('member_id', '=', which.leadsBack)
      if ('memberId' in which)
        return is.or([is('member_id', '=', which.memberId), is('created_by_id', '=', which.memberId)])
      const { invitationId, partnerId } = which
      return is.and([is('id', '=', invitationId), is('partner_id', 'is not distinct from', partnerId)])
    })
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Whether the invitation exists and was used. */
export const invitationState = (
  kysely: Kysely<Tables>,
  { invitationId, partnerId }: { invitationId: string; partnerId: string | null },
) =>
  kysely
    .selectFrom('member_invitation')
    .select('used_at')
    .where('id', '=', invitationId)
    .where('partner_id', 'is not distinct from', partnerId)
    .executeTakeFirst()

/** Revokes the other links of a member whose access was restored. */
export async function revokeWaysBack(trx: Kysely<Tables>, memberId: string): Promise<void> {
  await trx
    .updateTable('member_invitation')
    .set({ revoked_at: sql`now()` })
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}
