export type SmsWords = { title: string; pickup_place: string; dropoff_place: string }

type Change = { part: keyof SmsWords; isShortened: boolean }

/**
 * The words that the text does not have as they were typed: they were shortened, or changed to save space or for
 * safety.
 */
export const changesOf = (words: SmsWords, body: string): Change[] =>
  (Object.keys(words) as (keyof SmsWords)[]).flatMap((part) => {
    const word = plain(words[part])
    return body.includes(word) ? [] : [{ part, isShortened: isCut(word, body) }]
  })

/** The service leaves out full stops and commas at the end, and joins spaces. */
const plain = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.,;:]+$/, '')

/** Whether the end of the word is missing. Otherwise it was only changed, as accents and links are. */
const isCut = (word: string, body: string): boolean =>
  !withoutAccents(body).includes(withoutAccents(word.split(' ').at(-1) ?? word))

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
