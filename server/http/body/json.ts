import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import type { Text } from '../../texts/index.ts'
import { unsupportedMediaType } from '../errors/errors.ts'

/** Spec part 4: bodies are JSON, in both APIs. The content type is checked before the body is parsed. */
export function readJsonOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseOtherEncodings(request)
      done(null, isWithoutBody(request, body as Buffer) ? undefined : parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Many clients send the header with every request, and a deletion has no body. */
const isWithoutBody = ({ method }: FastifyRequest, body: Buffer): boolean =>
  method === 'DELETE' && body.length === 0

function refuseOtherEncodings({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!/^utf-?8$/i.test(charset) || !/^identity$/i.test(encoding)) throw unsupportedMediaType
}

const maxDepth = 16
// Some editors and libraries write a byte order mark first; the decoder removes it (RFC 8259, 8.1).
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses strict JSON: UTF-8, no duplicate member, no `__proto__`, at most 16 levels.
 *
 * @throws Problem `validation_error` on `body`.
 */
function parseJsonBody(bytes: Buffer): unknown {
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw badBody((t) => t.requests.notJson)
  }
  // `JSON.parse` keeps the last of duplicate members, so the text then has more members than the value.
  if (countMembers(value, 1) < countWrittenMembers(text)) {
    const path = findDuplicateMember(text) ?? ''
    throw badBody((t) => t.requests.namedTwice(path))
  }
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

const badBody = (fault: Text) =>
  new Problem('validation_error', (t) => t.requests.unreadable, { details: { body: fault } })

/** An object or a list that is open at the present place of the text. */
type Level = { names: Set<string> | null; at: string | number }

/** @returns the path of the first duplicate member of valid JSON, such as `pickup.address`, or null. */
function findDuplicateMember(text: string): string | null {
  const levels: Level[] = []
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    const level = levels.at(-1)
    if (char === '{') levels.push({ names: new Set(), at: '' })
    else if (char === '[') levels.push({ names: null, at: 0 })
    else if (char === '}' || char === ']') levels.pop()
    else if (char === ',' && typeof level?.at === 'number') level.at += 1
    if (char !== '"') continue
    const end = endOfString(text, i)
    if (level?.names && isName(text, end)) {
      level.at = JSON.parse(text.slice(i, end + 1)) as string
      if (level.names.has(level.at)) return pathOf(levels)
      level.names.add(level.at)
    }
    i = end
  }
  return null
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

/** A name is followed by a colon, which white space may precede. */
function isName(text: string, end: number): boolean {
  let i = end + 1
  while (' \t\n\r'.includes(text[i] ?? '-')) i++
  return text[i] === ':'
}

/** The sender chooses the names, so a long path is truncated. */
const pathOf = (levels: readonly Level[]): string =>
  levels
    .map(({ at }, depth) => (typeof at === 'number' ? `[${at}]` : `${depth === 0 ? '' : '.'}${at}`))
    .join('')
    .slice(0, 100)

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
