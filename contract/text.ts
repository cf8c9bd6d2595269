import { Type } from 'typebox'

// No control characters and no lone surrogates; `lines` allows line breaks. The patterns need the `u` flag.
const controls = '\\u0000-\\u001F\\u007F-\\u009F'
const broken = `${controls}\\uD800-\\uDFFF`
export const line = `[^${broken}]*$`
const lines = '[^\\u0000-\\u0009\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$'
// Tabs and all kinds of line breaks, which separate the parts of an address.
export const separators = '\\u0009-\\u000D\\u0085\\u2028\\u2029'
const brokenInAddress = '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F\\uD800-\\uDFFF'

/**
 * Invisible characters besides white space: soft hyphen, zero-width, directions, fillers, variation selectors, tags,
 * private use. As ranges, because not every regular expression engine knows `\p{Default_Ignorable_Code_Point}`, and
 * beyond U+FFFF unescaped, because escapes are not portable.
 */
const unseen =
  '\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u2800' +
  '\\u3164\\uE000-\\uF8FF\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\uFFFD' +
  [0x1bca0, 0x1d159, 0x1d173, 0xe0000, 0xf0000]
    .map((first, at) => rangeOf(first, [0x1bca3, 0x1d159, 0x1d17a, 0xe0fff, 0x10ffff][at] ?? first))
    .join('')

function rangeOf(first: number, last: number): string {
  return `${String.fromCodePoint(first)}-${String.fromCodePoint(last)}`
}

/**
 * At the start of a pattern: requires a visible character. Its two classes exclude each other, to avoid backtracking.
 */
export const seen = `(?=[\\s${unseen}]*[^\\s${unseen}])`

/** Whether a text has only white space and invisible characters. */
export const showsNothing = (text: string): boolean => nothing.test(text)

const nothing = new RegExp(`^[\\s${unseen}]*$`, 'u')

/**
 * Pattern of a text with at least `min` characters, not counting white space around it, of which one is visible. Its
 * parts cannot match the same characters, to avoid backtracking on a hostile text.
 */
const trimmedText = (min: 1 | 3, refused: string): string => {
  const solid = `[^${refused}\\s]`
  const inner = `(?:[^\\S${refused}]*${solid})`
  return min === 1 ? `^${seen}\\s*${solid}${inner}*\\s*$` : `^${seen}\\s*${solid}[^${refused}]${inner}+\\s*$`
}

/**
 * One line of text; lengths are in code points. `x-trim` makes the server remove white space around a `trimmed` text
 * before it validates the text.
 */
export const Line = (min: 1 | 3, max: number, more: { trimmed?: boolean; description: string }) => {
  const { trimmed, description } = more
  return Type.String({
    minLength: min,
    maxLength: max,
    pattern: trimmed ? trimmedText(min, broken) : `^${seen}${line}`,
    ...(trimmed && { 'x-trim': true }),
    description,
  })
}

/**
 * The text of an address. `x-one-line` makes the server replace each line break or tab with `, ` before the validation,
 * because forms and spreadsheets send them.
 */
export const AddressText = (description: string) =>
  Type.String({
    minLength: 3,
    maxLength: 500,
    pattern: trimmedText(3, brokenInAddress),
    'x-trim': true,
    'x-one-line': true,
    description: `${description} A line break or a tab is read as \`, \`.`,
  })

/** Empty, or with a visible character. */
export const Lines = (max: number, description: string) =>
  Type.String({ maxLength: max, pattern: `^(?:(?=\\s*$)|${seen})${lines}`, 'x-trim': true, description })
