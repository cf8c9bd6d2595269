import { type Static, Type } from 'typebox'
import { type AllowedCode, gapAfter, secondsToWait } from './number-limits.ts'

const perHour = (fallback: number) => Type.Integer({ minimum: 1, maximum: 1_000_000, default: fallback })

/** Caps that limit the cost of an attack on sign-in. The limits per number are fixed (DESIGN 3, Codes). */
export const codesEnv = Type.Object({
  CODES_PER_HOUR: perHour(1_000),
  CODES_PER_HOUR_PER_COUNTRY: perHour(500),
  CODES_PER_HOUR_PER_NEIGHBOURHOOD: perHour(20),
  CODES_PER_HOUR_PER_ADDRESS: perHour(40),
  CODES_STOP_FROM: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 100,
  }),
  CODES_STOP_BELOW_PERCENT: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
  }),
  CODES_STOP_MINUTES: Type.Integer({
    minimum: 1,
    maximum: 10_080,
    default: 60,
  }),
})

export type CodeCaps = Static<typeof codesEnv>

/**
 * Numbers of codes that were sent, and those that the number's limits allowed, counted under the locks for the code.
 */
export type CodesSent = {
  ofNumber: AllowedCode[]
  perAddress: number
  perNeighbourhood: number
  perCountry: number
  all: number
  /**
   * Codes of the last hour that were used, or are old enough to have been; of the unused only a few for each address.
   */
  ripeInCountry: number
  usedInCountry: number
  countryStopped: boolean
  /** The number has signed in before, or a draft waits for it, so it is not part of SMS pumping. */
  known: boolean
}

/** By the limits of the number, which are the same for every number. */
export const ownLimits = ['wait', 'number'] as const
export type OwnLimit = (typeof ownLimits)[number]
/** By a cap, which treats known numbers better. */
export type Cap = 'address' | 'neighbourhood' | 'country' | 'all' | 'country_stopped'
export type KeptBack = OwnLimit | Cap

/**
 * Whether a code may be sent now, and the seconds until the next may be requested. If a limit other than the number's
 * own keeps the code back, the wait is as after a sent code and does not reveal the limit.
 */
export function judgeCode(
  sent: CodesSent,
  { caps, hasProof }: { caps: CodeCaps; hasProof: boolean },
): Verdict {
  const left = secondsToWait(sent.ofNumber, { hasProof })
  if (left > 0) return { ownLimit: left <= 120 ? 'wait' : 'number', cap: null, waitSeconds: left }
  const percent = percentFor({ hasProof, isKnown: sent.known })
  const reached = (count: number, cap: number) => count >= Math.ceil((cap * percent) / 100)
  return {
    ownLimit: null,
    cap: overCap(sent, caps, reached),
    waitSeconds: gapAfter(sent.ofNumber, { hasProof }),
  }
}

export type Verdict = { ownLimit: OwnLimit | null; cap: Cap | null; waitSeconds: number }

/**
 * Percentage of a cap that this caller may use. An attacker can invent numbers and use up a cap from a few addresses;
 * the rest of the cap is reserved for numbers whose owner is waiting for a code.
 */
function percentFor({ hasProof, isKnown }: { hasProof: boolean; isKnown: boolean }): number {
  if (hasProof) return 100
  return isKnown ? 90 : 80
}

type Reached = (count: number, cap: number) => boolean

function overCap(sent: CodesSent, caps: CodeCaps, reached: Reached): Cap | null {
  if (reached(sent.perAddress, caps.CODES_PER_HOUR_PER_ADDRESS)) return 'address'
  if (!sent.known && sent.perNeighbourhood >= caps.CODES_PER_HOUR_PER_NEIGHBOURHOOD) return 'neighbourhood'
  if (reached(sent.perCountry, caps.CODES_PER_HOUR_PER_COUNTRY)) return 'country'
  if (reached(sent.all, caps.CODES_PER_HOUR)) return 'all'
  return (sent.countryStopped || isPumped(sent, caps)) && !sent.known ? 'country_stopped' : null
}

/**
 * SMS pumping: many codes were sent to a country and almost none was used, because somebody is paid for the SMS. A
 * threshold of 0 disables the check.
 */
export function isPumped({ ripeInCountry, usedInCountry }: CodesSent, caps: CodeCaps): boolean {
  if (caps.CODES_STOP_FROM === 0 || ripeInCountry < caps.CODES_STOP_FROM) return false
  return usedInCountry * 100 < ripeInCountry * caps.CODES_STOP_BELOW_PERCENT
}
