import type { CarrierStatus, Language } from '#contract/vocabulary.ts'
import type { MemberSession } from '../members/session-store.ts'

/** The account that calls the app API, from the session. */
export type Caller = {
  accountId: string
  sessionId: string
  phone: string
  name: string | null
  language: Language
  carrierStatus: CarrierStatus | null
}

/** The member who calls the API of a panel, from the session. */
export type MemberCaller = MemberSession

/** A member of a partner, or of the staff who views its pages. */
export type PartnerMemberCaller = MemberSession & { partnerId: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the admission of the app API; null without a valid session. */
    caller: Caller | null
    /** Set by the admission of the panels; null without a valid session. */
    member: MemberCaller | null
  }
}
