import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Sealer } from '../lib/sealer.ts'
import { type MemberWithPassword, useStep } from './password-store.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

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
