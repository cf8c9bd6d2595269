import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type KeyMode, keyModes } from '#contract/vocabulary.ts'
import { base62Fixed, randomAlphanumeric } from '../lib/ids.ts'

const randomLength = 26
const checksumLength = 6

/** `<service>_live_` or `<service>_test_` and 32 alphanumerics, of which the last 6 check the rest (spec 5.2). */
export function newKeyValue(service: string, mode: KeyMode): string {
  const head = `${keyPrefix(service, mode)}${randomAlphanumeric(randomLength)}`
  return head + checksum(head)
}

export const keyPrefix = (service: string, mode: KeyMode): string => `${service}_${mode}_`

/** Detects a typo, a foreign key or garbage without a database query. */
export function isWellFormed(service: string, value: string): boolean {
  const prefix = keyModes.map((mode) => keyPrefix(service, mode)).find((start) => value.startsWith(start))
  if (!prefix || value.length !== prefix.length + randomLength + checksumLength) return false
  if (!/^[0-9A-Za-z]+$/.test(value.slice(prefix.length))) return false
  return value.endsWith(checksum(value.slice(0, -checksumLength)))
}

/** The hash that is stored, in base64. 155 random bits need no slow hash. */
export const hashOf = (value: string): string => hash('sha256', value, 'base64')

const checksum = (head: string): string => base62Fixed(crc32(head), checksumLength)
