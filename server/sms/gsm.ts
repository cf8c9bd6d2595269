/**
 * Replaces characters outside the 7-bit GSM alphabet by similar ones. In that alphabet a segment holds 153
 * characters; one character outside it (á, í, ó, ú, “, –) switches the whole text to 16 bits, 67 characters per
 * segment.
 */
export function foldToGsm(text: string): string {
  return Array.from(text.normalize('NFC'), foldCharacter).join('')
}

/** Like `foldToGsm`, but replaces every character without a similar one by a space. */
export function onlyGsm(text: string): string {
  return Array.from(foldToGsm(text), (character) => (isGsm(character) ? character : ' ')).join('')
}

/**
 * Length of a text in GSM septets, where `€` and the brackets take two; null when it has a character outside the
 * alphabet.
 */
export function gsmSeptets(text: string): number | null {
  let septets = 0
  for (const character of text) {
    if (!alphabet.has(character)) return null
    septets += extended.has(character) ? 2 : 1
  }
  return septets
}

/**
 * Removes accents that GSM lacks (ñ, ü, é, è, à stay), and makes quotes and dashes plain; leaves other characters
 * unchanged. Numerals, `ª` and `º` stay too: `10²` is not `102`, and `nº` is not `no`.
 */
function foldCharacter(character: string): string {
  if (isGsm(character) || /[\p{N}ªº]/u.test(character)) return character
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
