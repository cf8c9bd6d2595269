import { bidiControls } from '#contract/app/common.ts'
import { withoutPhones } from './mask-text.ts'

/** Formats texts typed by people for a reader. */
export type Words = <Text extends string | null>(text: Text) => Text | string

/** @param phones whether phones in the text stay unmasked. */
export const wordsWithPhones =
  (phones: 'whole' | 'masked'): Words =>
  (text) => {
    if (text === null || text === '') return text
    return phones === 'whole' ? shownText(text) : withoutPhones(shownText(text))
  }

/**
 * Returns a partner's text as the app shows it: it must not change the direction of other text or be invisible. The
 * stored text stays unchanged, and so does the one that the partner reads.
 */
export function shownText(text: string): string {
  const straight = text.replace(turning, '')
  return visible.test(straight) ? straight : '–'
}

const turning = new RegExp(`[${bidiControls}]`, 'gu')
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\uFFFD]/u
