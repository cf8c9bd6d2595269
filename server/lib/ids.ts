import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/**
 * Time-ordered ids, so that new rows go to the same index pages: a third of the write-ahead log that random ids need.
 * Each id is greater than the one before it in this process, also within a millisecond, so that rows of one
 * transaction, which have the same instant, are listed in the order in which they were inserted.
 */
export const newId = (): string => v7()

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Returns `length` unguessable alphanumerics, 5.95 bits each. Bytes over 247 are discarded, so that all characters are
 * equally likely.
 */
export function randomAlphanumeric(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 248) text += base62[byte % 62]
  }
  return text
}

// One call to the system for many ids: a call for each takes longer than the rest of an id.
const pool = Buffer.alloc(1_024)
let taken = pool.length

/** Each byte is used once, and erased from the pool. */
function randomByte(): number {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  const byte = pool[taken] as number
  pool[taken++] = 0
  return byte
}

/** Encodes a number below 62^width as alphanumerics of fixed width. */
export function base62Fixed(value: number, width: number): string {
  let text = ''
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) text = base62[rest % 62] + text
  return text
}
