/**
 * Words of the post office that do not help to locate the place: a box or a sorting office. `country` is the only
 * country where the words are used, `isForeign` whether they are not Spanish.
 */
export type PostOffice = { text: string; country: string | null; isForeign: boolean }

type Rule = { pattern: RegExp; country: string | null; isForeign: boolean }

/** "12", "n.º 12", and in groups: "34 56". */
const number = String.raw`\s*(?:n\.?\s?[º°o]?\.?\s*)?\d+(?:\s\d{2,3}(?!\d))*`
const ends = String.raw`(?![\p{L}\d])`
const starts = String.raw`(?<![\p{L}\d])`

const rule = (words: string, more: Partial<Rule> = {}, after = `${number}${ends}`): Rule => ({
  pattern: new RegExp(`${starts}(?:${words})${after}`, 'giu'),
  country: null,
  isForeign: true,
  ...more,
})

/** The country of CEDEX is France, because Monaco, the other one, has no places here. */
const rules: readonly Rule[] = [
  rule('cedex', { country: 'fr' }, String.raw`(?:\s*\d{1,2}(?!\d))?${ends}`),
  rule(String.raw`t\.?s\.?a\.?|cidex`, { country: 'fr' }),
  rule(
    String.raw`b\.?p\.?|c\.?s\.?|bo[iî]te\s+postale|case\s+postale|postbus|p\.?\s?o\.?\s?box|post\s?office\s+box`,
  ),
  rule(String.raw`casella\s+postale|cas\.?\s?post\.?|caixa\s+postal|postfach|postschlie(?:ß|ss)fach`),
  rule(String.raw`c\.?\s?p\.?`, {}, String.raw`\.?\s*\d{1,4}(?![\d-]|\s*-\s*\d)${ends}`),
  rule(
    String.raw`apartado\s+(?:de\s+)?(?:correos|postal)|apartado|apdo\.?(?:\s+(?:de\s+)?correos)?|apartat(?:\s+de\s+correus)?|posta\s?kutxa(?:tila)?`,
    { isForeign: false },
  ),
  rule(
    String.raw`lista\s+de\s+correos|poste\s+restante|fermo\s?posta|postlagernd`,
    { isForeign: false },
    ends,
  ),
]

/** A letter or two of each rule: most addresses have no box, and look-ups are frequent. */
const mayHaveBox =
  /cedex|cidex|t\.?s\.?a|(?<!\p{L})(?:[bp]\.?\s?[op]|c\.?\s?[sp])|post|casella|caixa|apart|apdo|lista/iu

/** Removes the words, with the number of the box, which may look like a postcode: "CS 90001, 33063 Bordeaux CEDEX". */
export function takePostOffice(text: string): PostOffice {
  if (!mayHaveBox.test(text)) return { text, country: null, isForeign: false }
  let country: string | null = null
  let isForeign = false
  let rest = text
  for (const each of rules) {
    rest = rest.replaceAll(each.pattern, (whole: string, at: number) => {
      if (isPostcodeItself(rest, whole, at)) return whole
      country ??= each.country
      isForeign ||= each.isForeign
      return ' , '
    })
  }
  return { text: rest, country, isForeign }
}

/** "Cosenza CS 87100": after this code of a province, five digits are a box only if another postcode is there. */
function isPostcodeItself(text: string, whole: string, at: number): boolean {
  if (!/^c\.?s\.?\s*\d{5}$/iu.test(whole)) return false
  return !/(?<!\d)(?:\d{5}|\d{4}-\d{3})(?!\d)/.test(`${text.slice(0, at)} ${text.slice(at + whole.length)}`)
}
