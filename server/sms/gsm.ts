/**
 * Texts in the 7-bit GSM alphabet hold 153 characters a segment; one letter outside it (á, í, ó, ú, “, –) turns the
 * whole text to 16 bits, 67 a segment.
 */
export function foldToGsm(text: string): string {
  return Array.from(text, foldCharacter).join('')
}

/** As `foldToGsm`, with a space for every character that has no likeness there. */
export function onlyGsm(text: string): string {
  return Array.from(foldToGsm(text), (character) => (isGsm(character) ? character : ' ')).join('')
}

/** Latin letters without the accents that GSM lacks (ñ, ü, é, è, à stay), plain quotes and dashes; others unchanged. */
function foldCharacter(character: string): string {
  if (isGsm(character)) return character
  const plain = likeness[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '')
  return isGsm(plain) ? plain : character
}

function isGsm(text: string): boolean {
  return Array.from(text).every((character) => alphabet.has(character))
}

const alphabet = new Set(
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€',
)

const likeness: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '-',
  '·': '-',
  '×': 'x',
  '→': '>',
}
