import { hash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Tables } from '../db/tables.ts'
import type { Sealer } from '../lib/sealer.ts'
import { type MemberWithPassword, useStep } from './password-store.ts'

/** Which factor was used beside the password; null when the code is wrong or was used. */
export type SecondFactor = 'totp' | 'recovery_code' | null

/** Whether it is of the authenticator app; else a recovery code. */
export const isTotpCode = (code: string): boolean => /^[0-9]{6}$/.test(code.trim())

/** Uses a code of the authenticator app or a recovery code up. Concurrent requests with one code: one is right. */
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

/** Codes of authenticator apps (RFC 6238): six digits, 30 seconds, SHA-1, which every app can. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }

/** 160 random bits, as Base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What the QR code says. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...settings, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/**
 * The step of 30 seconds that a code belongs to; null when it is wrong. The steps before and after the present one are
 * accepted too, because clocks differ. The caller refuses a step that was used.
 */
export function stepOf(code: string, { secret, nowMs }: { secret: string; nowMs: number }): number | null {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? null : Math.floor(nowMs / 30_000) + delta
}
