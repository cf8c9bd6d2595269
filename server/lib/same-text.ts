import { hash, timingSafeEqual } from 'node:crypto'

/** Compares a secret in constant time; hashes both texts, because `timingSafeEqual` needs equal lengths. */
export const sameText = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
