import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type { StaffMe } from '#contract/admin/common.ts'
import type { Answered } from '#contract/app/common.ts'
import type { PartnerMe } from '#contract/partner-panel/common.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import type { MemberDeviceProof } from '../../members/device-proof.ts'
import { type Me, readMe } from '../../members/store.ts'
import type { MemberCookies } from './cookies.ts'

/** The member behind a session, as the contract shows them. */
export async function answerMe(
  kysely: Kysely<Tables>,
  sessionId: string,
): Promise<{ me: Answered<StaffMe> }> {
  const me = await readMe(kysely, sessionId)
  return { me: me.partner_id === null ? presentMe(me) : { ...presentMe(me), ...presentPartner(me) } }
}

const presentMe = (me: Me): Answered<StaffMe> => ({
  member_id: me.member_id,
  name: me.name,
  login_name: me.login_name,
  role: me.role as StaffRole,
  language: me.language,
  stepped_up_until: me.is_fresh ? me.stepped_up_until : null,
  has_passkey: me.has_passkey,
  has_password: me.has_password,
  recovery_codes_left: me.recovery_codes_left,
  refused_before: me.refused_at && {
    count: me.refused,
    after_password: me.refused_codes,
    last_at: me.refused_at,
  },
})

/** Members for the partner's pages only: the panel's contract lacks them, so the panel never sends them. */
const presentPartner = (me: Me): Answered<Omit<PartnerMe, keyof StaffMe>> => ({
  partner_id: me.partner_id ?? '',
  company_name: me.company_name ?? '',
  partner_suspended: me.partner_suspended,
  viewed_by: me.views_until && { name: me.name, until: me.views_until },
})

export type SignedInNeeds = {
  kysely: Kysely<Tables>
  cookies: MemberCookies
  memberDevices: MemberDeviceProof
}

type Entered = { sessionId: string; token: string | null; memberId: string }

/** Sets the cookies of a new session and responds with the member. Without a token the session is an old one. */
export async function answerSignedIn(
  { kysely, cookies, memberDevices }: SignedInNeeds,
  { sessionId, token, memberId }: Entered,
  reply: FastifyReply,
): Promise<{ me: Answered<StaffMe> }> {
  if (token !== null) cookies.session.write(reply, token)
  // Also for an old session: a new password has invalidated the proof in the browser.
  cookies.device.write(reply, await memberDevices.of(memberId))
  return answerMe(kysely, sessionId)
}
