import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { installationKey } from '../db/installation-key.ts'
import type { Tables } from '../db/tables.ts'

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

export type CodeIdentity = { challengeId: string; phone: string; code: string }

/** What is stored of a code: worth nothing without the pepper, for another challenge or for another number. */
export type CodeHasher = (identity: CodeIdentity) => Promise<Buffer>

export function createCodeHasher({ kysely }: { kysely: Kysely<Tables> }): CodeHasher {
  const readPepper = installationKey(kysely, 'code_pepper')
  return async ({ challengeId, phone, code }) =>
    createHmac('sha256', await readPepper())
      .update(`sign-in\0${challengeId}\0${phone}\0${code}`)
      .digest()
}

export const sameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
