import { withoutPhones } from './mask-text.ts'
import { shownText } from './shown-text.ts'

/** How a reader sees what people typed. */
export type Words = <Text extends string | null>(text: Text) => Text | string

/** @param phones whether a phone in the text stays whole; it is masked otherwise. */
export const wordsWithPhones =
  (phones: 'whole' | 'masked'): Words =>
  (text) => {
    if (text === null || text === '') return text
    return phones === 'whole' ? shownText(text) : withoutPhones(shownText(text))
  }
