/**
 * Makes an outsider's text safe for an SMS with our link: one line, no invisible characters, and no text that a phone
 * would turn into another link, a call or a mail. Leaves all other words unchanged.
 */
export function safeText(text: string): string {
  const words = visible(text)
  if (isHarmless(words)) return words
  // Phones and browsers treat full-width and circled letters, and foreign full stops, like plain letters and full
  // stops.
  const plain = words.normalize('NFKC').replace(/[。｡]/gu, '.')
  const safe = untilStable(plain, withoutLinks)
  return safe === plain ? words : visible(safe)
}

/** Words that the rules below leave unchanged, as most titles, places and names. */
const isHarmless = (words: string): boolean => plainWords.test(words) && !sevenDigits.test(words)

// ASCII without full stop and colon, which every link has, and the Latin letters that NFKC leaves unchanged.
const plainWords = /^[ -\-/-9;-~\u00c0-\u00ff]*$/
const sevenDigits = /\d(?:\D*\d){6}/

/** The first `count` graphemes: an accent or a flag counts with its letter. */
export function cut(text: string, count: number): string {
  const kept = graphemes(text).slice(0, count).join('')
  return kept.trim()
}

/** Like `cut`, but a text that is too long is cut at a word and ends with `ellipsis`, which is part of the count. */
export function cutAtWord(text: string, count: number, ellipsis: string): string {
  const all = graphemes(text)
  if (all.length <= count) return text
  if (count <= ellipsis.length) return ''
  const kept = all.slice(0, count - ellipsis.length)
  const lastSpace = all[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ')
  // Cut inside a long word, or too little of the title would remain.
  const words = lastSpace < kept.length / 2 ? kept : kept.slice(0, lastSpace)
  // With the ellipsis, "www" would look like the beginning of a link.
  return `${words.join('').replace(/(?:[wｗⓦ]{3}|[\s\p{P}])+$/iu, '')}${ellipsis}`
}

export function graphemes(text: string): string[] {
  if (plainLatin.test(text)) return text.split('')
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

// Printable Latin characters with single spaces, each of which is its own grapheme. Most titles match, and the Unicode
// rules below would not change them. Skipped, because segmenting takes longer than everything else for an SMS.
const plainLatin = /^(?:[!-~\u00a1-\u00ac\u00ae-\u024f]+(?: (?=[!-~\u00a1-\u00ac\u00ae-\u024f])|$))*$/

const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

/**
 * Removes zero-width and bidi marks, tags, private and unassigned code points; turns control characters and line
 * breaks into spaces.
 */
function visible(text: string): string {
  if (plainLatin.test(text)) return text
  const shown = text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\uFFFD]/gu, '')
    .replace(/[\p{Cc}\p{Z}\u2800]+/gu, ' ')
    .normalize('NFC')
  // A letter with many combining accents would fill a segment by itself.
  const readable = graphemes(shown).filter((grapheme) => grapheme.length <= 12)
  return readable.join('').trim()
}

/**
 * Repeated, because one removal may reveal another match. The loop ends, because every rule removes text or adds a
 * space.
 */
function withoutLinks(text: string): string {
  return text
    .replace(scheme, '')
    .replace(/www\./giu, 'www ')
    .replace(ipAddress, (match) => match.replace(/[.:]/g, ' '))
    .replace(dotAndTld, '. ')
    .replace(phoneLike, lastFourDigits)
}

const scheme = /(?:\p{L}[\p{L}\p{N}+.-]*)?:\/\/+|https?:|(?<!\p{L})(?:ftp|mailto|tel|smsto|sms):/giu
const ipAddress = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)|[\da-f:]*::[\da-f:]*|(?:[\da-f]{1,4}:){4,}/giu
const dotAndTld = /(?<=\S)\.(?=\p{L}[\p{L}\p{M}\p{N}-])/gu
const phoneLike = /\p{Nd}(?:[\s().,/+~_\p{M}\p{Pd}·•]{0,3}\p{Nd}){6,}/gu

/** The last four digits identify an order number, but cannot be called. */
function lastFourDigits(match: string): string {
  return `*${match.replace(/\P{Nd}/gu, '').slice(-4)}`
}

function untilStable(text: string, step: (text: string) => string): string {
  const next = step(text)
  return next === text ? text : untilStable(next, step)
}
