import type { MemberMe } from '../surface.ts'

/** How the person proves to be allowed: the token of an invitation, or the session with a fresh proof. */
export type Grant = { token?: string; ends_others?: boolean }

/** The response of `setPassword`. */
export type Started = { challenge_id: string; otpauth_uri: string; secret: string }

/** The response of `confirmTotp`. */
export type Confirmed = { me: MemberMe; recovery_codes: string[] }
