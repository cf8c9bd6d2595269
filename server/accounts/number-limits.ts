/** A code that was sent to the number in the last 24 hours. */
export type SentCode = {
  ageSeconds: number
  /** At the asking of the same address as now. */
  isOwn: boolean
  /** Its caller had the link of a draft for the number, or a device that signed in with it before. */
  hasProof: boolean
}

export type NumberAsker = {
  hasProof: boolean
  /** The number has an account, or a draft waits for it, so somebody may need a code. */
  isKnown: boolean
}

const waits = [30, 60, 120] as const
const longestWait = 120
const tenMinutes = 600
const day = 86_400

/**
 * Seconds until the next code may go to a number; 0 for now (DESIGN 3, Codes: 30, 60, 120 s between sends, 5 in 10 minutes,
 * 10 a day). Within these totals some are kept for the owner of the number, as others may ask for it from any
 * number of addresses: callers without a proof get 4 and 7 where the number is known, and an address that has asked
 * before leaves the last 2 of the day to others.
 */
export function secondsToWait(codes: readonly SentCode[], { hasProof, isKnown }: NumberAsker): number {
  const own = codes.filter(({ isOwn, hasProof: proven }) => isOwn || (hasProof && proven))
  const open = hasProof ? [] : codes.filter(({ hasProof: proven }) => !proven)
  const askedBefore = own.some(({ ageSeconds }) => ageSeconds < day)
  return Math.max(
    untilRoom(codes, { most: 5, span: tenMinutes }),
    untilRoom(codes, { most: 10, span: day }),
    untilRoom(own, { most: 3, span: tenMinutes }),
    untilRoom(own, { most: 6, span: day }),
    isKnown ? untilRoom(open, { most: 4, span: tenMinutes }) : 0,
    isKnown ? untilRoom(open, { most: 7, span: day }) : 0,
    askedBefore ? untilRoom(open, { most: isKnown ? 5 : 8, span: day }) : 0,
    // Only their own haste holds back those with a proof: others could keep the gap from ever closing.
    gapLeft(hasProof ? own : codes),
  )
}

/** The gap that follows a code sent now. */
export function gapAfter(codes: readonly SentCode[], { hasProof }: NumberAsker): number {
  const counted = hasProof ? codes.filter((code) => code.isOwn || code.hasProof) : codes
  return waits[recent(counted).length] ?? longestWait
}

const recent = (codes: readonly SentCode[]) => codes.filter(({ ageSeconds }) => ageSeconds < tenMinutes)

function gapLeft(codes: readonly SentCode[]): number {
  const ages = recent(codes).map(({ ageSeconds }) => ageSeconds)
  if (ages.length === 0) return 0
  const gap = waits[ages.length - 1] ?? longestWait
  // A code that was judged at the same moment may have begun a little later than this one.
  return Math.max(0, Math.min(gap, Math.ceil(gap - Math.min(...ages))))
}

/** Until fewer than `most` of the codes are younger than the span. */
function untilRoom(codes: readonly SentCode[], { most, span }: { most: number; span: number }): number {
  const ages = codes.map(({ ageSeconds }) => ageSeconds).filter((age) => age < span)
  const last = ages.sort((a, b) => a - b)[most - 1]
  return last === undefined ? 0 : Math.max(1, Math.ceil(span - last))
}
