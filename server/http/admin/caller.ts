import type { MemberSession } from '../../members/session-store.ts'

/** The authenticated member, from the session. */
export type MemberCaller = MemberSession

/** A member of a partner, or of the staff who views its pages. */
export type PartnerMemberCaller = MemberSession & { partnerId: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the admission of the panels; null without a valid session. */
    member: MemberCaller | null
  }
}
