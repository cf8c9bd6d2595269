/** The characters of WinAnsi from 0x80 on that are not at the same place in Latin-1; others there are unused. */
const moved = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Characters without a place, and what is shown instead. */
const replaced: Record<string, string> = {
  '\u00ad': '',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2212': '-',
  '\u202f': ' ',
  '\u2009': ' ',
  '\u2192': '>',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
}

/**
 * The bytes of a text in WinAnsi. Of a letter that it lacks the accent is dropped; anything else is a question mark,
 * and what shows nothing is left out.
 */
export function winAnsiBytes(text: string): number[] {
  return [...text.normalize('NFC')].flatMap((character) => {
    const byte = byteOf(character)
    if (byte !== null) return [byte]
    const shown = replaced[character] ?? character.normalize('NFD').replaceAll(/\p{M}/gu, '')
    if (shown === '' || /^[\p{C}\p{Z}]$/u.test(shown))
      return shown === '' ? [] : /\p{Z}/u.test(shown) ? [32] : []
    const bytes = [...shown].map(byteOf)
    return bytes.every((each) => each !== null) ? bytes : [63]
  })
}

function byteOf(character: string): number | null {
  const code = character.codePointAt(0) ?? 0
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff && code !== 0xad)) return code
  const place = code > 0xff ? [...moved].indexOf(character) : -1
  return place === -1 ? null : 0x80 + place
}
