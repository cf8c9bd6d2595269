import { fold, foldedWords } from '#lib/gazetteer/data/fold.ts'

/** What an engine suggests, in parts. A town alone has no street. */
export type Suggested = {
  street: string | null
  houseNumber: string | null
  postcode: string | null
  town: string | null
}

const longest = 200

/**
 * Suggestions as addresses that the same engine locates: "Calle de Alcalá 1, 28014 Madrid". A street without a house
 * number gets that of the typed text, so that choosing the street does not delete the number.
 */
export function suggestedTexts(typed: string, suggestions: readonly Suggested[]): string[] {
  const texts = suggestions.flatMap(({ street, houseNumber, postcode, town }) => {
    if (street === null && town === null) return []
    const line = street && [street, houseNumber ?? typedNumber(typed, street)].filter(Boolean).join(' ')
    const place = [postcode, town].filter(Boolean).join(' ')
    return [[line, place].filter(Boolean).join(', ')]
  })
  return [...new Set(texts)].filter((text) => text.length <= longest && !/\p{C}/u.test(text))
}

/** The house number that was typed: a number of up to four digits that is not a word of the street's name. */
function typedNumber(typed: string, street: string): string | null {
  const ofStreet = new Set(foldedWords(street))
  const numbers = typed.match(/(?<![\p{L}\d-])\d{1,4}(?:\s?\p{L})?(?![\p{L}\d-])/gu) ?? []
  return numbers.find((number) => !ofStreet.has(fold(number))) ?? null
}
