import { commonWords } from './common-words.ts'

/*
 * Passwords that a guesser tries first, refused without a network. The list is made of the words and endings that
 * people choose when a password needs twelve characters; it was written for Dray.
 */

/** `common`: on the list. `own`: hardly more than what others know of the member. */
export type PasswordFault = 'common' | 'own'

/** @param ownWords what others know of the member, such as the name: as people write it. */
export function faultOfPassword(password: string, ownWords: readonly string[]): PasswordFault | null {
  const plain = plainOf(password)
  if (isCommon(plain)) return 'common'
  const own = ownWords.flatMap((words) => words.split(/[^\p{L}\p{N}]+/u).map(plainOf))
  const rest = own
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ' '), plain)
  const isOwn = rest !== plain && (lettersOf(rest).length < fewLetters || isCommon(rest.replaceAll(' ', '')))
  return isOwn ? 'own' : null
}

/** A word of the person and fewer other letters than this are no secret. */
const fewLetters = 6

/** The list: each word alone, twice, and with each ending. */
export const commonPasswords: ReadonlySet<string> = new Set(
  commonWords.flatMap((word) => [word, word + word, ...endings().map((ending) => word + ending)]),
)

function endings(): string[] {
  const years = ['2020', '2021', '2022', '2023', '2024', '2025', '2026', '2027']
  return [
    '1',
    '12',
    '123',
    '1234',
    '12345',
    '123456',
    '1234567',
    '12345678',
    '123456789',
    '1234567890',
    ...years,
  ]
}

/**
 * Whether a password is on the list, also with digits and signs around or in a word of it; repeats one to three
 * characters; or is a row of keys.
 */
function isCommon(plain: string): boolean {
  const letters = lettersOf(plain)
  if (commonPasswords.has(plain) || commonPasswords.has(letters)) return true
  if (/^(.{1,3})\1+.{0,2}$/u.test(plain)) return true
  return letters === '' || rows.some((row) => row.includes(letters) || row.includes(plain))
}

const rows = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
]

/**
 * In lower case, without accents, and with letters in place of the digits and signs that stand for them within a word.
 */
const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=\p{L})[01345$@!7](?=\p{L})/gu, (sign) => letterOf[sign] ?? sign)

const letterOf: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  $: 's',
  '@': 'a',
  '!': 'i',
  7: 't',
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')
