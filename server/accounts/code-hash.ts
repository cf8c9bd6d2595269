import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { installationSecret } from '../db/installation-secret.ts'
import type { Tables } from '../db/tables.ts'

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

export type CodeIdentity = { challengeId: string; phone: string; code: string }

/** What is stored of a code: worth nothing without the pepper, for another challenge or for another number. */
export type CodeHasher = (identity: CodeIdentity) => Promise<Buffer>

/** The pepper is read once; a database that cannot be asked is asked again by the next call. */
export function createCodeHasher({ kysely }: { kysely: Kysely<Tables> }): CodeHasher {
  let pepper: Promise<Buffer> | null = null
  const readPepper = () => {
    pepper ??= loadPepper(kysely).catch((error: unknown) => {
      pepper = null
      throw error
    })
    return pepper
  }
  return async ({ challengeId, phone, code }) =>
    createHmac('sha256', await readPepper())
      .update(`sign-in\0${challengeId}\0${phone}\0${code}`)
      .digest()
}

export const sameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

async function loadPepper(kysely: Kysely<Tables>): Promise<Buffer> {
  const make = () => ({ key: randomBytes(32).toString('base64') })
  const { key } = await installationSecret(kysely, 'code_pepper', make)
  return Buffer.from(key, 'base64')
}
