import type { MemberSession } from '../../members/session-store.ts'

/** The authenticated member of staff, from the session. */
export type MemberCaller = MemberSession

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the admission of the panel; null without a valid session. */
    member: MemberCaller | null
  }
}
