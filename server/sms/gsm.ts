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

/** The places a text takes in the GSM alphabet, where `€` and the brackets take two; null when it is not all in it. */
export function gsmSeptets(text: string): number | null {
  let septets = 0
  for (const character of text) {
    if (!alphabet.has(character)) return null
    septets += extended.has(character) ? 2 : 1
  }
  return septets
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

const extended = new Set('^{}\\[~]|€')

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
