import { SegmentedMessage } from 'sms-segments-calculator'
import { gsmSeptets } from './gsm.ts'

/** Number of SMS segments that are charged for a text. */
export function segments(text: string): number {
  return new SegmentedMessage(text).segmentsCount
}

export type TextSize = { segments: number; characters: number; encoding: 'gsm' | 'ucs2' }

/** The cost of a text, and why. */
export const sizeOf = (text: string): TextSize => ({
  segments: segments(text),
  characters: [...text].length,
  encoding: gsmSeptets(text) === null ? 'ucs2' : 'gsm',
})

/** Whether a text takes at most this many segments. */
export const fitsIn = (text: string, most: number): boolean =>
  surelyFits(text, most) || segments(text) <= most

/**
 * Whether a text fits by its length alone. Nearly all texts do, and the exact count takes longer than the rest of a
 * draft. A segment may lose one character to a GSM pair, or up to 11 to a grapheme (`safe-text.ts` allows 12).
 */
export function surelyFits(text: string, most: number): boolean {
  if (text.length <= most * (67 - 11)) return true
  const septets = gsmSeptets(text)
  if (septets !== null) return septets <= most * 152
  return text.length <= most * (onePlaceEach.test(text) ? 67 : 67 - 11)
}

/** Whether a text takes fewer segments than a 16-bit one. Decided by the lengths alone if that is certain. */
export function takesFewer(text: string, wide: string): boolean {
  const septets = gsmSeptets(text)
  const atLeast = wide.length <= 70 ? 1 : Math.ceil(wide.length / 67)
  if (septets !== null && (septets <= 160 ? 1 : Math.ceil(septets / 152)) < atLeast) return true
  return segments(text) < segments(wide)
}

const onePlaceEach = /^[\u0020-\u02ff€]*$/
