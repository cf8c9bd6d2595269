/** Expands abbreviations before "/" becomes a separator. "Vila-real" with a hyphen is not Portugal's Vila Real. */
export function expandAbbreviations(text: string): string {
  return text
    .replace(/(^|[\s,;(])c\s?\/\.?\s*/giu, '$1calle ')
    .replace(/(^|[\s,;(])(av|avda|avd|pl|pza|ctra|urb)\s?\/\s*/giu, '$1$2 ')
    .replace(/(^|[\s,;(])(?:p[ºª°o]|p\.?º)\s*\.?\s+(?=\p{L})/giu, '$1paseo ')
    .replace(/(^|[\s,;(])b[ºª°]\s*\.?\s+/giu, '$1barrio ')
    .replace(/\bvila-real\b(?! de)/giu, 'villarreal')
    .replace(/(^|[\s,;(])c[ºª°]\s*\.?\s+/giu, '$1camino ')
    .replace(/(^|[\s,;(])s\s?\/\s?c\s+de\s+/giu, '$1santa cruz de ')
    .replace(/(^|[\s,;(])(?:av|avda|avgda)\.\s*/giu, '$1avenida ')
    .replace(/(^|[\s,;(])pol(?:\.|[ií]gono)?\s*ind(?:ustrial|\.)?\s*/giu, '$1poligono ')
    .replace(/(^|[\s,;(])sta\.?\s+/giu, '$1santa ')
    .replace(/(^|[\s,;(])sto\.?\s+/giu, '$1santo ')
    .replace(/(^|[\s,;(])pto\.?\s+/giu, '$1puerto ')
    .replace(/(^|[\s,;(])vva\.?\s+/giu, '$1villanueva ')
    .replace(/\bs\s?[/.]\s?n(?![\p{L}])\.?/giu, ' 0 ')
    .replace(/(^|[\s,;(])r\s?\/\s?c(?![\p{L}\d])/giu, '$1rc')
    .replace(
      /(?<!\p{L})(?:tel|tfno|tlf|telf|tel[eé]fono|m[oó]vil)(?!\p{L})[\s.:]*[+\d][\d\s()./-]{5,}/giu,
      ' ',
    )
    .replace(/\+?\d[\d .-]{7,}\d/g, longNumber)
}

/**
 * Removes phone numbers, which are neither house numbers nor postcodes; keeps "10 - 1012" and two consecutive
 * postcodes.
 */
function longNumber(run: string): string {
  const digits = run.replaceAll(/\D/g, '').length
  return digits < 8 || /(?<!\d)\d{5}(?!\d)/.test(run) || /\d{4}-\d{3}/.test(run) ? run : ' '
}
