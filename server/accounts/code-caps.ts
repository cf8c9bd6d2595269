import { type Static, Type } from 'typebox'

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

/** How many codes were sent, and how many the number's limits allowed, counted under the locks for the code. */
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
type Cap = 'address' | 'neighbourhood' | 'country' | 'all' | 'country_stopped'
export type KeptBack = OwnLimit | Cap

/**
 * Whether a code may be sent now, and the seconds until the next may be requested. If a limit other than the number's
 * own withholds the code, the wait is the same as after a sent code, to avoid revealing the limit.
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

type Verdict = { ownLimit: OwnLimit | null; cap: Cap | null; waitSeconds: number }

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
 * SMS pumping: many codes were sent to a country and almost no code was used, because somebody is paid for the SMS. A
 * threshold of 0 disables the check.
 */
export function isPumped({ ripeInCountry, usedInCountry }: CodesSent, caps: CodeCaps): boolean {
  if (caps.CODES_STOP_FROM === 0 || ripeInCountry < caps.CODES_STOP_FROM) return false
  return usedInCountry * 100 < ripeInCountry * caps.CODES_STOP_BELOW_PERCENT
}

/**
 * A code that the limits of the number allowed in the last 24 hours. It counts whether it was sent or withheld by a
 * cap: the caps treat known numbers better, and the waits in responses must not show it.
 */
type AllowedCode = {
  ageSeconds: number
  /** Requested from the present client address. */
  isOwn: boolean
  /** Its caller had the link of a draft for the number, or a device that had signed in with it before. */
  hasProof: boolean
}

const waits = [30, 60, 120] as const
const longestWait = 120
const tenMinutes = 600
const day = 86_400

/**
 * Seconds until the next code may be sent to a number; 0 for now (DESIGN 3, Codes: 30, 60, 120 s between sends, 5 in 10
 * minutes, 10 a day). Some of these codes are reserved for the number's owner, because others may request codes for it
 * from any number of addresses. Callers without a proof get 4 in 10 minutes and 7 a day, of which an address that has
 * asked before leaves the last 2 to others. The same for every number, to avoid revealing which numbers are known.
 */
function secondsToWait(codes: readonly AllowedCode[], { hasProof }: { hasProof: boolean }): number {
  const own = codes.filter(({ isOwn, hasProof: proven }) => isOwn || (hasProof && proven))
  const open = hasProof ? [] : codes.filter(({ hasProof: proven }) => !proven)
  const askedBefore = own.some(({ ageSeconds }) => ageSeconds < day)
  return Math.max(
    untilRoom(codes, { most: 5, span: tenMinutes }),
    untilRoom(codes, { most: 10, span: day }),
    untilRoom(own, { most: 3, span: tenMinutes }),
    untilRoom(own, { most: 6, span: day }),
    untilRoom(open, { most: 4, span: tenMinutes }),
    untilRoom(open, { most: askedBefore ? 5 : 7, span: day }),
    // With a proof only the caller's own codes count: otherwise others could keep the gap from ever ending.
    gapLeft(hasProof ? own : codes),
  )
}

/** Seconds to wait after a code sent now. */
function gapAfter(codes: readonly AllowedCode[], { hasProof }: { hasProof: boolean }): number {
  const counted = hasProof ? codes.filter((code) => code.isOwn || code.hasProof) : codes
  return waits[recent(counted).length] ?? longestWait
}

const recent = (codes: readonly AllowedCode[]) => codes.filter(({ ageSeconds }) => ageSeconds < tenMinutes)

function gapLeft(codes: readonly AllowedCode[]): number {
  const ages = recent(codes).map(({ ageSeconds }) => ageSeconds)
  if (ages.length === 0) return 0
  const gap = waits[ages.length - 1] ?? longestWait
  // Capped at the gap, because a concurrent transaction may have started a little later than this one.
  return Math.max(0, Math.min(gap, Math.ceil(gap - Math.min(...ages))))
}

/** Seconds until fewer than `most` of the codes are younger than `span`. */
function untilRoom(codes: readonly AllowedCode[], { most, span }: { most: number; span: number }): number {
  const ages = codes.map(({ ageSeconds }) => ageSeconds).filter((age) => age < span)
  const last = ages.sort((a, b) => a - b)[most - 1]
  return last === undefined ? 0 : Math.max(1, Math.ceil(span - last))
}
