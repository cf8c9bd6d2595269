/**
 * Normalizes a text for comparison: lower-case ASCII words separated by single spaces. "L’Hospitalet" and
 * "L'HOSPITALET" both become `l hospitalet`, "Vitoria-Gasteiz" becomes `vitoria gasteiz`.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(lower)) return lower
  const ascii = /^[\x20-\x7e]*$/.test(lower) ? lower : withoutMarks(lower)
  return ascii.replace(/[^a-z0-9]+/g, ' ').trim()
}

/** The words of a text, folded. Words in another script stay unchanged, because no place has such a name. */
export function foldedWords(text: string): string[] {
  const isLatin = !/[\u0370-\uffff]/.test(text) || !/[^\p{Script=Latin}\P{L}]/u.test(text)
  if (isLatin) return fold(text).split(' ').filter(Boolean)
  const words =
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap((word) => (fold(word) || word).split(' '))
}

const letters: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }

function withoutMarks(lower: string): string {
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f·‧]/g, '')
    .replace(/[ºª°]/g, ' ')
    .replace(/[ßøæœłđı]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
}
