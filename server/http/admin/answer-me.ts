import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type { StaffMe } from '#contract/admin/common.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import type { MemberDeviceProof } from '../../members/device-proof.ts'
import { readMe } from '../../members/store.ts'
import type { MemberCookies } from './cookies.ts'

/** The member behind a session, as the contract shows them. */
export async function answerMe(kysely: Kysely<Tables>, sessionId: string): Promise<{ me: StaffMe }> {
  const { stepped_up_until, is_fresh, role, ...me } = await readMe(kysely, sessionId)
  const until = is_fresh ? stepped_up_until.toISOString() : null
  return { me: { ...me, role: role as StaffRole, stepped_up_until: until } }
}

export type SignedInNeeds = {
  kysely: Kysely<Tables>
  cookies: MemberCookies
  memberDevices: MemberDeviceProof
}

type Entered = { sessionId: string; token: string | null; memberId: string }

/** Writes the cookies of a new session, and answers who is signed in. Without a token the session is an old one. */
export async function answerSignedIn(
  { kysely, cookies, memberDevices }: SignedInNeeds,
  { sessionId, token, memberId }: Entered,
  reply: FastifyReply,
): Promise<{ me: StaffMe }> {
  if (token !== null) cookies.session.write(reply, token)
  // Also of an old session: a new password has ended the proof that the browser had.
  cookies.device.write(reply, await memberDevices.of(memberId))
  return answerMe(kysely, sessionId)
}
