import { expandAbbreviations } from './abbreviations.ts'
import { takeCountryLetters } from './country-letters.ts'
import { takePostOffice } from './post-office.ts'
import { type Postcode, takePostcodes } from './postcodes.ts'

/** Countries by the letters of "F-31000" and by CEDEX. `isForeign`: a box has a foreign name. */
export type Codes = {
  text: string
  found: Postcode[]
  letters: string[]
  office: string[]
  isForeign: boolean
}

/**
 * Removes what the post office adds to an address; postcodes become `separator`. Boxes first: they have numbers too.
 */
export function takeCodes(text: string, separator: string): Codes {
  const office = takePostOffice(text)
  const lettered = takeCountryLetters(expandAbbreviations(office.text))
  const { text: rest, found } = takePostcodes(lettered.text, separator)
  const { isForeign } = office
  return { text: rest, found, letters: listOf(lettered.country), office: listOf(office.country), isForeign }
}

const listOf = (country: string | null): string[] => (country === null ? [] : [country])
