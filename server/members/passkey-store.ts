import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export type NewPasskey = {
  id: string
  memberId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
}

/** @returns false when the credential is registered already. */
export async function insertPasskey(trx: Kysely<Tables>, passkey: NewPasskey): Promise<boolean> {
  const { id, memberId, credentialId, publicKey, counter, transports, name } = passkey
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('member_passkey')
    .values({
      id,
      member_id: memberId,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      transports,
      name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A passkey with its member. */
export const findPasskey = (kysely: Kysely<Tables>, credentialId: Buffer) =>
  kysely
    .selectFrom('member_passkey as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .select(['p.id', 'p.credential_id', 'p.public_key', 'p.counter', 'p.transports'])
    .select(['m.id as member_id', 'm.partner_id', 'm.name', 'm.role', 'm.suspended_at'])
    .where('p.credential_id', '=', credentialId)
    .executeTakeFirst()

export type PasskeyOfMember = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** The member's passkeys, oldest first. */
export const listPasskeys = (kysely: Kysely<Tables>, memberId: string) =>
  kysely
    .selectFrom('member_passkey')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Records a use. @returns false when a concurrent use has counted as far: one of the two is a copy. */
export async function countUse(
  trx: Kysely<Tables>,
  { passkeyId, counter }: { passkeyId: string; counter: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('member_passkey')
    .set({ counter, last_used_at: sql`now()` })
    .where('id', '=', passkeyId)
    .where((is) =>
      is.or([is('counter', '<', counter), is.and([is('counter', '=', 0), is.val(counter === 0)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Serializes changes of a member's ways in, until the transaction ends. @returns false when there is no such member. */
export async function lockMember(trx: Kysely<Tables>, memberId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether the member had it. */
export async function deletePasskey(
  trx: Kysely<Tables>,
  { memberId, passkeyId }: { memberId: string; passkeyId: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('member_passkey')
    .where('id', '=', passkeyId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes every way in that the member has. */
export async function deleteWaysIn(trx: Kysely<Tables>, memberId: string): Promise<void> {
  for (const table of ['member_passkey', 'member_password', 'member_recovery_code'] as const)
    await trx.deleteFrom(table).where('member_id', '=', memberId).execute()
}
