import { Problem } from '../lib/problem.ts'
import type { Text } from '../texts/index.ts'

const maxDepth = 16
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses strict JSON: UTF-8 without a byte order mark, no duplicate member, no `__proto__`, at most 16 levels.
 *
 * @throws Problem `validation_error` on `body`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw badBody((t) => t.requests.notJson)
  }
  // `JSON.parse` keeps the last of duplicate members, so the text then has more of them than the value.
  if (countMembers(value, 1) < countWrittenMembers(text)) throw badBody((t) => t.requests.namedTwice)
  return value
}

/** @throws Problem when the value is too deep or has `__proto__`, which `JSON.parse` makes an ordinary member. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth > maxDepth) throw badBody((t) => t.requests.tooDeep)
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMembers(item, depth + 1), 0)
  let count = 0
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__') throw badBody((t) => t.requests.hasProto)
    count += 1 + countMembers(member, depth + 1)
  }
  return count
}

/** Counts the colons outside strings of valid JSON: one follows each name. */
function countWrittenMembers(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === colon) count++
    else if (char === quote) i = endOfString(text, i)
  }
  return count
}

const colon = 0x3a
const quote = 0x22

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

/** A quote after an odd number of backslashes is part of the string. */
function isEscaped(text: string, quoteAt: number): boolean {
  let i = quoteAt - 1
  while (text[i] === '\\') i--
  return (quoteAt - i) % 2 === 0
}

const badBody = (fault: Text) =>
  new Problem('validation_error', (t) => t.requests.unreadable, { details: { body: fault } })
