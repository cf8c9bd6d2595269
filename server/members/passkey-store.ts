import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export type NewPasskey = {
  id: string
  memberId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  isEligible: boolean
  transports: string[]
  name: string
}

/** @returns false when the credential is registered already. */
export async function insertPasskey(trx: Kysely<Tables>, passkey: NewPasskey): Promise<boolean> {
  const { id, memberId, credentialId, publicKey, counter, isEligible, transports, name } = passkey
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('member_passkey')
    .values({
      id,
      member_id: memberId,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      backup_eligible: isEligible,
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

/** The data that an authenticator sends with each use of a passkey. */
export type PasskeyUse = {
  counter: number
  /** The passkey may be synced to other devices of its owner, such as a phone and a laptop. */
  isEligible: boolean
  /** It was synced. */
  isBackedUp: boolean
}

/**
 * Records a use under the lock of the row. A counter that does not rise means two copies of the passkey. That is usual
 * for a synced one, and only recorded; otherwise a copy may be stolen.
 *
 * @returns the counter before, if it did not rise; `refused` if that ends the use, `gone` without the passkey.
 */
export async function countUse(
  trx: Kysely<Tables>,
  { passkeyId, use }: { passkeyId: string; use: PasskeyUse },
): Promise<'risen' | 'refused' | 'gone' | { counterBefore: number }> {
  const { counter, isEligible, isBackedUp } = use
  const row = await trx
    .selectFrom('member_passkey')
    .select(['counter', 'backup_eligible'])
    .where('id', '=', passkeyId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'gone'
  const hasRisen = counter > row.counter || (counter === 0 && row.counter === 0)
  const isSynced = isEligible && isBackedUp && row.backup_eligible !== false
  if (!hasRisen && !isSynced) return 'refused'
  await trx
    .updateTable('member_passkey')
    .set({
      counter: sql`greatest(counter, ${counter})`,
      backup_eligible: sql`coalesce(backup_eligible, ${isEligible})`,
      last_used_at: sql`now()`,
    })
    .where('id', '=', passkeyId)
    .execute()
  return hasRisen ? 'risen' : { counterBefore: row.counter }
}

/**
 * Serializes changes of a member's ways to sign in until the transaction ends. @returns false for an unknown member.
 */
export async function lockMember(trx: Kysely<Tables>, memberId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether the member had the passkey. */
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

/** Deletes every way of the member to sign in. */
export async function deleteWaysIn(trx: Kysely<Tables>, memberId: string): Promise<void> {
  for (const table of ['member_passkey', 'member_password', 'member_recovery_code'] as const)
    await trx.deleteFrom(table).where('member_id', '=', memberId).execute()
}
