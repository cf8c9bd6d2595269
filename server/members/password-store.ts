import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A member with a password, found by the typed name. */
export const findByLoginName = (
  kysely: Kysely<Tables>,
  { loginName, ofStaff }: { loginName: string; ofStaff: boolean },
) =>
  withPassword(kysely)
    .where('m.login_name', '=', loginName)
    .where('m.partner_id', ofStaff ? 'is' : 'is not', null)
    .executeTakeFirst()

export const findWithPassword = (kysely: Kysely<Tables>, memberId: string) =>
  withPassword(kysely).where('m.id', '=', memberId).executeTakeFirst()

const withPassword = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('member as m')
    .innerJoin('member_password as p', 'p.member_id', 'm.id')
    .select([
      'm.id as member_id',
      'm.partner_id',
      'm.name',
      'm.role',
      'm.suspended_at',
      'm.device_epoch',
      'p.hash',
      'p.totp_secret',
    ])

export type MemberWithPassword = NonNullable<Awaited<ReturnType<typeof findByLoginName>>>

/** Uses up a step with its code. @returns false when it or a later one was used, or the password was replaced. */
export async function useStep(
  trx: Kysely<Tables>,
  { memberId, step, hash }: { memberId: string; step: number; hash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('member_password')
    .set({ last_totp_step: step })
    .where('member_id', '=', memberId)
    .where('last_totp_step', '<', step)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type NewPassword = { memberId: string; hash: string; totpSecret: Buffer; step: number }

/** Stores a password, replacing the previous one. */
export async function putPassword(trx: Kysely<Tables>, password: NewPassword): Promise<void> {
  const row = { hash: password.hash, totp_secret: password.totpSecret, last_totp_step: password.step }
  await trx
    .insertInto('member_password')
    .values({ member_id: password.memberId, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ ...row, created_at: sql`now()` }))
    .execute()
}

export const loginNameOf = (kysely: Kysely<Tables>, memberId: string) =>
  kysely.selectFrom('member').select(['name', 'login_name']).where('id', '=', memberId).executeTakeFirst()

/** Whether another member has the name. */
export async function isTaken(
  kysely: Kysely<Tables>,
  { loginName, memberId }: { loginName: string; memberId: string },
): Promise<boolean> {
  const row = await kysely
    .selectFrom('member')
    .select('id')
    .where('login_name', '=', loginName)
    .where('id', '<>', memberId)
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the member's name. @returns false when another member took it meanwhile. */
export async function setLoginName(
  trx: Kysely<Tables>,
  { loginName, memberId }: { loginName: string; memberId: string },
): Promise<boolean> {
  // Serializes requests for the same name, because a violated constraint would end the transaction.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login name:${loginName}`}, 0))`.execute(trx)
  if (await isTaken(trx, { loginName, memberId })) return false
  await trx.updateTable('member').set({ login_name: loginName }).where('id', '=', memberId).execute()
  return true
}
