import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/**
 * Time-ordered ids, so new rows go to the same index pages: a third of the write-ahead log that random ids need. Each
 * id is greater than the one before it in this process, also within a millisecond, so rows of one transaction, which
 * have the same instant, are listed in the order in which they were inserted.
 */
export function newId(): string {
  const nowMs = Date.now()
  if (nowMs > last.msecs) Object.assign(last, { msecs: nowMs, seq: randomCounter() })
  else last.seq += 1
  // The library reads only these six of the 16 bytes, because the other parts are given.
  for (let i = 10; i < 16; i++) last.random[i] = randomByte()
  return v7(last)
}

/**
 * Input of `v7()`: Unix ms, counter within the ms, random bytes. By default, the library requests random bytes from the
 * system for each id.
 */
const last = { msecs: 0, seq: 0, random: new Uint8Array(16) }

/** 31 bits, as in the library: the last bit is left for the counter to grow. */
const randomCounter = (): number =>
  ((randomByte() & 0x7f) << 24) | (randomByte() << 16) | (randomByte() << 8) | randomByte()

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Returns `length` unguessable alphanumerics, 5.95 bits each. Bytes over 247 are discarded, so all characters are
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

// Random bytes are fetched 1,024 at a time, because a call to the system for each id is slow.
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

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => pattern.test(text)
