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
  refuseTrickyMembers(text)
  return value
}

/** Scans the text of valid JSON for duplicate members, which `JSON.parse` hides, and for `__proto__`. */
function refuseTrickyMembers(text: string): void {
  // One entry per open level: the member names of an object so far, null for an array.
  const open: (Set<string> | null)[] = []
  let atName = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : null)
      if (open.length > maxDepth) throw badBody((t) => t.requests.tooDeep)
      atName = char === '{'
    } else if (char === '}' || char === ']') {
      open.pop()
      atName = false
    } else if (char === ',') {
      atName = open.at(-1) != null
    } else if (char === '"') {
      const end = endOfString(text, i)
      if (atName) noteName(open.at(-1), text.slice(i, end + 1))
      atName = false
      i = end
    }
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

/** A quote after an odd number of backslashes is part of the string. */
function isEscaped(text: string, quote: number): boolean {
  let i = quote - 1
  while (text[i] === '\\') i--
  return (quote - i) % 2 === 0
}

function noteName(names: Set<string> | null | undefined, quoted: string): void {
  const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
  if (name === '__proto__') throw badBody((t) => t.requests.hasProto)
  if (names?.has(name)) throw badBody((t) => t.requests.namedTwice)
  names?.add(name)
}

const badBody = (fault: Text) =>
  new Problem('validation_error', (t) => t.requests.unreadable, { details: { body: fault } })
