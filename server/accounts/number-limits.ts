/**
 * A code that the limits of the number allowed in the last 24 hours. It counts whether it was sent or kept back by a
 * cap: the caps treat known numbers better, and the waits that callers are told must not show it.
 */
export type AllowedCode = {
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
 * asked before leaves the last 2 to others. The same for every number, so that nobody learns which ones are known.
 */
export function secondsToWait(codes: readonly AllowedCode[], { hasProof }: { hasProof: boolean }): number {
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
export function gapAfter(codes: readonly AllowedCode[], { hasProof }: { hasProof: boolean }): number {
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
