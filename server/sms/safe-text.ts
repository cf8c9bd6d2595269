/**
 * A stranger's words, made safe for a text that carries our link: one line, nothing invisible, and nothing that a phone
 * would turn into another link, a call or a mail. All other words stay as they were written.
 */
export function safeText(text: string): string {
  const words = visible(text)
  // Phones and browsers read full-width and circled letters, and foreign full stops, as the plain ones.
  const plain = words.normalize('NFKC').replace(/[。｡]/gu, '.')
  const safe = untilStable(plain, withoutLinks)
  return safe === plain ? words : visible(safe)
}

/** The first `count` characters as a reader counts them: an accent or a flag belongs to its letter. */
export function cut(text: string, count: number): string {
  const kept = graphemes(text).slice(0, count).join('')
  return kept.trim()
}

/** Like `cut`, but a text that is too long ends at a word and with `ellipsis`, which is part of the count. */
export function cutAtWord(text: string, count: number, ellipsis: string): string {
  const all = graphemes(text)
  if (all.length <= count) return text
  if (count <= ellipsis.length) return ''
  const kept = all.slice(0, count - ellipsis.length)
  const lastSpace = all[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ')
  // A single long word would leave nothing of the title.
  const words = lastSpace < kept.length / 2 ? kept : kept.slice(0, lastSpace)
  return `${words.join('').replace(/[\s\p{P}]+$/u, '')}${ellipsis}`
}

export function graphemes(text: string): string[] {
  if (plainLatin.test(text)) return text.split('')
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

// Words of printable Latin letters with single spaces, every character its own grapheme: most titles, and all that the
// rules for the rest of Unicode would find nothing in. Segmenting takes longer than everything else a text needs.
const plainLatin = /^(?:[!-~\u00a1-\u00ac\u00ae-\u024f]+(?: (?=[!-~\u00a1-\u00ac\u00ae-\u024f])|$))*$/

const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Zero-width and bidi marks, tags, private and unassigned code points go; control characters and line ends are spaces. */
function visible(text: string): string {
  if (plainLatin.test(text)) return text
  const shown = text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\uFFFD]/gu, '')
    .replace(/[\p{Cc}\p{Z}\u2800]+/gu, ' ')
    .normalize('NFC')
  // A letter under a tower of accents would fill a segment by itself.
  const readable = graphemes(shown).filter((grapheme) => grapheme.length <= 12)
  return readable.join('').trim()
}

/** Every rule removes or adds a space, so repeating them ends; one removal may uncover another's prey. */
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

/** Enough of an order number to know it by, too little to call. */
function lastFourDigits(match: string): string {
  return `*${match.replace(/\P{Nd}/gu, '').slice(-4)}`
}

function untilStable(text: string, step: (text: string) => string): string {
  const next = step(text)
  return next === text ? text : untilStable(next, step)
}
