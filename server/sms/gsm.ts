/**
 * Replaces characters outside the 7-bit GSM alphabet by similar ones. In that alphabet a segment holds 153
 * characters; one character outside it (á, í, ó, ú, “, –) switches the whole text to 16 bits, 67 characters per
 * segment.
 */
export function foldToGsm(text: string): string {
  if (gsmSeptets(text) !== null) return text
  return Array.from(text.normalize('NFC'), foldCharacter).join('')
}

/** Like `foldToGsm`, but replaces every character without a similar one by a space. */
export function onlyGsm(text: string): string {
  return Array.from(foldToGsm(text), (character) => (alphabet.has(character) ? character : ' ')).join('')
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

/** A text in the GSM alphabet with one septet in each byte; null when it has a character outside the alphabet. */
export function gsmBytes(text: string): Buffer | null {
  const bytes: number[] = []
  for (const character of text) {
    const [code, extension] = [table.indexOf(character), extensions[character]]
    if (code >= 0 && code !== escape) bytes.push(code)
    else if (extension !== undefined) bytes.push(escape, extension)
    else return null
  }
  return Buffer.from(bytes)
}

/**
 * Removes accents that GSM lacks (ñ, ü, é, è, à stay), and makes quotes and dashes plain; leaves other characters
 * unchanged. Numerals, `ª` and `º` stay too: `10²` is not `102`, and `nº` is not `no`.
 */
function foldCharacter(character: string): string {
  if (alphabet.has(character) || /[\p{N}ªº]/u.test(character)) return character
  const plain = likeness[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '')
  return gsmSeptets(plain) !== null ? plain : character
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

/** The default alphabet of 3GPP TS 23.038 in the order of its codes. */
const table = Array.from(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
    '¿abcdefghijklmnopqrstuvwxyzäöñüà',
)

const escape = 27

const extensions: Record<string, number> = {
  '^': 20,
  '{': 40,
  '}': 41,
  '\\': 47,
  '[': 60,
  '~': 61,
  ']': 62,
  '|': 64,
  '€': 101,
}
