import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

export type CodeIdentity = { challengeId: string; phone: string; code: string }

/**
 * Hash of a code, which is what we store: useless without the pepper, for another challenge or for another number.
 */
export type CodeHasher = (identity: CodeIdentity) => Buffer

/** @param pepper derived from the secret key, which is not in the database. */
export const createCodeHasher =
  (pepper: Buffer): CodeHasher =>
  ({ challengeId, phone, code }) =>
    createHmac('sha256', pepper).update(`sign-in\0${challengeId}\0${phone}\0${code}`).digest()

export const sameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
