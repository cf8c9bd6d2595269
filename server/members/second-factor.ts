import { hash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Tables } from '../db/tables.ts'
import type { Sealer } from '../lib/sealer.ts'
import { type MemberWithPassword, useStep } from './password-store.ts'

/** The factor used besides the password; null when the code is wrong or was used. */
export type SecondFactor = 'totp' | 'recovery_code' | null

/** Whether the code is from the authenticator app; else it is a recovery code. */
export const isTotpCode = (code: string): boolean => /^[0-9]{6}$/.test(code.trim())

/** Uses up a code of the authenticator app or a recovery code. Of concurrent requests with one code, one succeeds. */
export async function useSecondFactor(
  { trx, sealer }: { trx: Kysely<Tables>; sealer: Sealer },
  { member, code }: { member: MemberWithPassword; code: string },
): Promise<SecondFactor> {
  const memberId = member.member_id
  if (!isTotpCode(code)) return (await useRecoveryCode(trx, { memberId, code })) ? 'recovery_code' : null
  const secret = member.totp_secret && sealer.open(memberId, member.totp_secret)
  const step = secret ? stepOf(code.trim(), { secret, nowMs: Date.now() }) : null
  if (step === null) return null
  return (await useStep(trx, { memberId, step, hash: member.hash })) ? 'totp' : null
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 80 random bits in a typable form: `k3f9-...`. */
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

/** Uses up a code. @returns false when it is wrong or was used before. */
async function useRecoveryCode(
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

/** Codes of authenticator apps (RFC 6238): six digits, 30 seconds, SHA-1, which every app supports. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }

/** 160 random bits, as Base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The content of the QR code. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...settings, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/**
 * The step of 30 seconds of a code; null when it is wrong. The previous and next steps are accepted too, because clocks
 * differ. The caller refuses a used step.
 */
export function stepOf(code: string, { secret, nowMs }: { secret: string; nowMs: number }): number | null {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? null : Math.floor(nowMs / 30_000) + delta
}
