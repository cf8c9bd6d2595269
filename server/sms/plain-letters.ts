import type { PersonLanguage } from '#contract/vocabulary.ts'
import { foldToGsm, gsmSeptets } from './gsm.ts'
import { takesFewer } from './segments.ts'

/** The languages whose texts drop accents outside the GSM alphabet where that saves a segment (`SMS_PLAIN_LETTERS`). */
export type PlainLetters = readonly PersonLanguage[]

export type WithPlainLetters = { language: PersonLanguage; plainLetters: PlainLetters }

/**
 * The text in plain letters, if its language has them and they save a segment; else the text unchanged. Every SMS of
 * Dray is passed through it.
 *
 * @param plain makes the plain form of a text with parts that must not change, such as a link.
 */
export function inPlainLetters(
  text: string,
  { language, plainLetters }: WithPlainLetters,
  plain: () => string = () => foldToGsm(text),
): string {
  if (!plainLetters.includes(language) || gsmSeptets(text) !== null) return text
  const folded = plain()
  return takesFewer(folded, text) ? folded : text
}
