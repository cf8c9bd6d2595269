import type { CarrierStatus, Language } from '#contract/vocabulary.ts'

/** The authenticated caller, from the session. */
export type Caller = {
  accountId: string
  sessionId: string
  phone: string
  name: string | null
  language: Language
  carrierStatus: CarrierStatus | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by admission; null without a valid session. */
    caller: Caller | null
  }
}
