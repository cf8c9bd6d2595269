import { provinceOfPostcode } from '../data/provinces.ts'

/**
 * A postcode found in a text. `country` is set when the format alone identifies it (a Portuguese 1100-053), and null
 * for five digits, which Spain, France, Germany and Italy share.
 */
export type Postcode = { code: string; country: string | null }

type Shape = { pattern: RegExp; country: string | null; read: (groups: readonly unknown[]) => string | null }

/** Spanish words that look like the letters of a Dutch postcode: "Calle Mayor 1012 de Getafe" has no postcode. */
const spanishWords = /^(sa|sd|ss|de|en|el|la|lo|km|al|no|es|iz|dc|bj|pb|of|bl|st|rd|on|at|in)$/i

/** Formats in the order tried: the most specific first. */
const shapes: Shape[] = [
  {
    pattern: /(?<![\p{L}\d])(?:PT?[-\s])?(\d{4})\s?-\s?(\d{3})(?!\d)/giu,
    country: 'pt',
    read: ([first, last]) => `${String(first)}-${String(last)}`,
  },
  {
    pattern: /(?<![\p{L}\d])AD\s?-?(\d{3})(?![\p{L}\d])/giu,
    country: 'ad',
    read: ([digits]) => `AD${String(digits)}`,
  },
  {
    pattern: /(?<![\p{L}\d./]|\d,|[^\p{L}\s]-)(\d{5})(?![\p{L}\d])/gu,
    country: null,
    read: ([digits]) => String(digits),
  },
  {
    pattern: /(?<![\p{L}\d])(GX11)\s?(1AA)(?![\p{L}\d])/giu,
    country: 'gi',
    read: ([outward, inward]) => `${String(outward)} ${String(inward)}`,
  },
  {
    pattern: /(?<![\p{L}\d])([A-Z]{1,2}\d[A-Z\d]?)\s?(\d[A-BD-HJLNP-UW-Z]{2})(?![\p{L}\d])/giu,
    country: 'gb',
    read: ([outward, inward]) => `${String(outward)} ${String(inward)}`,
  },
  {
    pattern: /(?<![\p{L}\d])([AC-FHKNPRTV-Y]\d[\dW])\s?([0-9AC-FHKNPRTV-Y]{4})(?![\p{L}\d])/giu,
    country: 'ie',
    read: ([area, unique]) => (/[A-Z]/i.test(String(unique)) ? `${String(area)} ${String(unique)}` : null),
  },
  {
    pattern: /(?<![\p{L}\d])(?:NL[-\s])?([1-9]\d{3})\s?([A-Z]{2})(?![\p{L}\d])/giu,
    country: 'nl',
    read: ([digits, letters]) =>
      spanishWords.test(String(letters)) ? null : `${String(digits)} ${String(letters)}`,
  },
]

/** Replaces the postcodes of the first matching format in `text` with `separator`; `found` has no duplicates. */
export function takePostcodes(text: string, separator: string): { text: string; found: Postcode[] } {
  for (const { pattern, country, read } of shapes) {
    const found: Postcode[] = []
    const rest = text.replaceAll(pattern, (whole: string, ...groups: unknown[]) => {
      const code = read(groups)
      if (code === null) return whole
      found.push({ code: code.toUpperCase(), country })
      return separator
    })
    if (found.length > 0) return { text: rest, found: distinct(found) }
  }
  return { text, found: [] }
}

function distinct(found: Postcode[]): Postcode[] {
  return [...new Map(found.map((postcode) => [postcode.code, postcode])).values()]
}

/** Whether the postcode can belong to the country `wanted`. */
export function fitsCountry({ code, country }: Postcode, wanted: string): boolean {
  if (country !== null) return country === wanted
  if (wanted === 'es') return provinceOfPostcode(code) !== null
  return ['fr', 'de', 'it'].includes(wanted)
}
