import { type Static, Type } from 'typebox'

const perHour = (fallback: number) => Type.Integer({ minimum: 1, maximum: 1_000_000, default: fallback })

/** What an attack on sign-in may cost. What one number may be sent is fixed (DESIGN 3, Codes). */
export const codesEnv = Type.Object({
  CODES_PER_HOUR: perHour(1_000),
  CODES_PER_HOUR_PER_COUNTRY: perHour(500),
  CODES_PER_HOUR_PER_NEIGHBOURHOOD: perHour(20),
  CODES_PER_HOUR_PER_ADDRESS: perHour(40),
  CODES_STOP_FROM: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 100 }),
  CODES_STOP_BELOW_PERCENT: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
  CODES_STOP_MINUTES: Type.Integer({ minimum: 1, maximum: 10_080, default: 60 }),
})

export type CodeCaps = Static<typeof codesEnv>

/** Codes that went out, as counted under the locks of the one that is asked for. */
export type CodesSent = {
  toNumberIn10Minutes: number
  toNumberInADay: number
  /** Null before the first of the last 10 minutes. */
  secondsSinceLast: number | null
  /** Until the oldest of the last 10 minutes no longer counts. */
  secondsUntilOldestLeaves: number | null
  /** Those to the number at the asking of this very address. */
  ownIn10Minutes: number
  ownInADay: number
  secondsUntilOldestOwnLeaves: number | null
  perAddress: number
  perNeighbourhood: number
  perCountry: number
  all: number
  /** Of the last hour: used, or old enough to have been; of those not used a few for each address. */
  ripeInCountry: number
  usedInCountry: number
  countryStopped: boolean
  /** A number that has signed in before, or for which a draft waits, is nobody's pumping. */
  known: boolean
}

export type KeptBack = 'wait' | 'number' | 'address' | 'neighbourhood' | 'country' | 'all' | 'country_stopped'

const waits = [30, 60, 120] as const
const longestWait = 120
const per10Minutes = 5
const perDay = 10
// The rest is for others: who asks for a number first must not use up the codes of the one whose it is.
const ownPer10Minutes = 3
const ownPerDay = 6

/**
 * Whether a code may go out now, and how long until another may be asked for. Where the number itself is not the reason
 * the wait says nothing.
 */
export function judgeCode(
  sent: CodesSent,
  caps: CodeCaps,
): { keptBack: KeptBack | null; waitSeconds: number } {
  const left = waitLeft(sent)
  if (left > 0) return { keptBack: 'wait', waitSeconds: left }
  if (sent.toNumberIn10Minutes >= per10Minutes) return keptUntil(sent.secondsUntilOldestLeaves)
  if (sent.ownIn10Minutes >= ownPer10Minutes) return keptUntil(sent.secondsUntilOldestOwnLeaves)
  const next = waits[sent.toNumberIn10Minutes] ?? longestWait
  return { keptBack: overCap(sent, caps), waitSeconds: next }
}

const keptUntil = (seconds: number | null) => ({
  keptBack: 'number' as const,
  waitSeconds: Math.max(1, Math.ceil(seconds ?? longestWait)),
})

/** 30, 60, 120 s after the first, second and every further one within 10 minutes. */
function waitLeft({ toNumberIn10Minutes, secondsSinceLast }: CodesSent): number {
  if (secondsSinceLast === null) return 0
  const wait = waits[toNumberIn10Minutes - 1] ?? longestWait
  // One that was judged at the same moment may have begun a little later than this one.
  return Math.min(wait, Math.ceil(wait - secondsSinceLast))
}

function overCap(sent: CodesSent, caps: CodeCaps): KeptBack | null {
  if (sent.toNumberInADay >= perDay || sent.ownInADay >= ownPerDay) return 'number'
  if (sent.perAddress >= caps.CODES_PER_HOUR_PER_ADDRESS) return 'address'
  if (!sent.known && sent.perNeighbourhood >= caps.CODES_PER_HOUR_PER_NEIGHBOURHOOD) return 'neighbourhood'
  if (sent.perCountry >= caps.CODES_PER_HOUR_PER_COUNTRY) return 'country'
  if (sent.all >= caps.CODES_PER_HOUR) return 'all'
  return (sent.countryStopped || isPumped(sent, caps)) && !sent.known ? 'country_stopped' : null
}

/** Many codes went to a country and hardly any was used: somebody is paid for the texts. 0 as threshold asks nothing. */
export function isPumped({ ripeInCountry, usedInCountry }: CodesSent, caps: CodeCaps): boolean {
  if (caps.CODES_STOP_FROM === 0 || ripeInCountry < caps.CODES_STOP_FROM) return false
  return usedInCountry * 100 < ripeInCountry * caps.CODES_STOP_BELOW_PERCENT
}
