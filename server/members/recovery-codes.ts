import { hash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 80 random bits in a form that can be typed: `k3f9-...`. */
function newRecoveryCode(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % 32])
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join('')).join('-')
}

const hashOf = (code: string): Buffer =>
  hash('sha256', `recovery\0${code.toLowerCase().replaceAll(/[\s-]/g, '')}`, 'buffer')

/** Replaces the member's recovery codes. @returns the ten codes, which are returned only here. */
export async function replaceRecoveryCodes(trx: Kysely<Tables>, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, newRecoveryCode)
  await trx.deleteFrom('member_recovery_code').where('member_id', '=', memberId).execute()
  await trx
    .insertInto('member_recovery_code')
    .values(codes.map((code) => ({ member_id: memberId, hash: hashOf(code) })))
    .execute()
  return codes
}

/** Uses a code up. @returns false when it is wrong or was used before. */
export async function useRecoveryCode(
  trx: Kysely<Tables>,
  { memberId, code }: { memberId: string; code: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('member_recovery_code')
    .set({ used_at: sql`now()` })
    .where('member_id', '=', memberId)
    .where('hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
