import { type Kysely, sql, type Transaction } from 'kysely'
import type { Language, MemberRole } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { signedOut } from './refusals.ts'
import { refusedOf } from './refused-proofs.ts'
import { stepUpMinutes } from './session-store.ts'
import { leadingRole, surfaceOf } from './surface.ts'

export type NewMember = {
  id: string
  partnerId: string | null
  name: string
  role: MemberRole
  language: Language
}

export async function insertMember(trx: Kysely<Tables>, member: NewMember): Promise<void> {
  const { id, partnerId, name, role, language } = member
  await trx.insertInto('member').values({ id, partner_id: partnerId, name, role, language }).execute()
}

/** `before` is the id of the last row of the previous page. */
export type MembersPage = { partnerId: string | null; before?: string | undefined; limit?: number }

/** The members of the staff, or of a partner, with their ways to sign in. Newest first; ids rise with time. */
export const listMembers = (kysely: Kysely<Tables>, { partnerId, before, limit = 1_000 }: MembersPage) =>
  withWaysIn(kysely)
    .where('partner_id', 'is not distinct from', partnerId)
    .$if(before !== undefined, (rest) => rest.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

export const findMember = (
  kysely: Kysely<Tables>,
  { memberId, partnerId }: { memberId: string; partnerId: string | null },
): Promise<MemberRow | undefined> =>
  withWaysIn(kysely)
    .where('partner_id', 'is not distinct from', partnerId)
    .where('id', '=', memberId)
    .executeTakeFirst()

const withWaysIn = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('member')
    .select(['id', 'partner_id', 'name', 'role', 'language', 'created_at', 'last_seen_at', 'suspended_at'])
    .select((is) => [
      is
        .selectFrom('member_passkey')
        .whereRef('member_id', '=', 'member.id')
        .select((has) => has.fn.countAll<number>().as('count'))
        .as('passkeys'),
      is.exists(is.selectFrom('member_password').whereRef('member_id', '=', 'member.id')).as('has_password'),
    ])

/** A member's own data, by the session. @throws Problem `signed_out` when it has ended meanwhile. */
export async function readMe(kysely: Kysely<Tables>, sessionId: string): Promise<Me> {
  const { rows } = await sql<Me>`
    select m.id as member_id, m.name, m.login_name, m.language,
      case when s.viewed_partner_id is null then m.role else 'viewer' end as role,
      p.id as partner_id, p.company_name, p.suspended_at is not null as partner_suspended,
      case when s.viewed_partner_id is not null then s.expires_at end as views_until,
      s.stepped_up_at + make_interval(mins => ${stepUpMinutes}) as stepped_up_until,
      s.stepped_up_at > now() - make_interval(mins => ${stepUpMinutes}) as is_fresh,
      exists (select from member_passkey where member_id = m.id) as has_passkey,
      exists (select from member_password where member_id = m.id) as has_password,
      (select count(*) from member_recovery_code where member_id = m.id and used_at is null) as recovery_codes_left,
      refused.*
    from member_session s join member m on m.id = s.member_id
      left join partner p on p.id = coalesce(s.viewed_partner_id, m.partner_id)
      cross join lateral (
        select coalesce(sum(${refusedOf}), 0)::int as refused, coalesce(sum(codes), 0)::int as refused_codes,
          max(last_at) as refused_at
        from member_refusal where told_session = s.id) as refused
    where s.id = ${sessionId} and s.ended_at is null`.execute(kysely)
  if (!rows[0]) throw signedOut
  return rows[0]
}

export type Me = {
  member_id: string
  name: string
  login_name: string | null
  role: MemberRole
  language: Language
  /** The partner of the member, or the partner whose pages a member of staff views; else null. */
  partner_id: string | null
  company_name: string | null
  partner_suspended: boolean
  views_until: Date | null
  stepped_up_until: Date
  is_fresh: boolean
  has_passkey: boolean
  has_password: boolean
  recovery_codes_left: number
  /** Before the sign-in of the session. */
  refused: number
  refused_codes: number
  refused_at: Date | null
}

/** Serializes changes of who is an active owner, or admin of the partner, until the transaction ends. */
export async function lockOwners(trx: Transaction<Tables>, partnerId: string | null): Promise<void> {
  const name = partnerId === null ? 'dray owners' : `dray admins ${partnerId}`
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
}

type Whose = { memberId: string; partnerId: string | null }

/**
 * Whether another member of staff is an owner, or of the partner an admin, who can sign in. Only under `lockOwners`.
 */
export async function hasOtherOwner(
  trx: Transaction<Tables>,
  { memberId, partnerId }: Whose,
): Promise<boolean> {
  const other = await trx
    .selectFrom('member')
    .select('id')
    .where('partner_id', 'is not distinct from', partnerId)
    .where('role', '=', leadingRole(surfaceOf(partnerId)))
    .where('suspended_at', 'is', null)
    .where('id', '<>', memberId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
