import { bidiControls } from '#contract/app/common.ts'
import { withoutPhones } from './mask-text.ts'

/** How a reader sees what people typed. */
export type Words = <Text extends string | null>(text: Text) => Text | string

/** @param phones whether a phone in the text stays whole; it is masked otherwise. */
export const wordsWithPhones =
  (phones: 'whole' | 'masked'): Words =>
  (text) => {
    if (text === null || text === '') return text
    return phones === 'whole' ? shownText(text) : withoutPhones(shownText(text))
  }

/**
 * Returns a partner's text as the app shows it. It is stored and returned to the partner unchanged, but in the app it
 * must not change the direction of the surrounding text or be invisible.
 */
export function shownText(text: string): string {
  const straight = text.replace(turning, '')
  return visible.test(straight) ? straight : '–'
}

const turning = new RegExp(`[${bidiControls}]`, 'gu')
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\uFFFD]/u
