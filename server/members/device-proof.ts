import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { installationKey } from '../db/installation-secret.ts'
import type { Tables } from '../db/tables.ts'

/**
 * A value that a browser keeps after a sign-in, also after the sign-out: an HMAC of the member and their device epoch.
 * It cannot be used to sign in; it only reserves attempts for this device. Raising the epoch invalidates it.
 */
export type MemberDeviceProof = {
  of: (memberId: string) => Promise<string>
  proves: (value: string | undefined, member: Proven | undefined) => Promise<boolean>
}

type Proven = { member_id: string; device_epoch: number }

export function createMemberDeviceProof({ kysely }: { kysely: Kysely<Tables> }): MemberDeviceProof {
  const readKey = installationKey(kysely, 'member_device_key')
  const hash = async ({ member_id, device_epoch }: Proven) =>
    createHmac('sha256', await readKey())
      .update(`member device\0${member_id}\0${device_epoch}`)
      .digest()
  return {
    of: async (memberId) => (await hash(await readProven(kysely, memberId))).toString('base64url'),
    async proves(value, member) {
      if (value === undefined || member === undefined) return false
      const [given, expected] = [Buffer.from(value, 'base64url'), await hash(member)]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

const readProven = (kysely: Kysely<Tables>, memberId: string): Promise<Proven> =>
  kysely
    .selectFrom('member')
    .select(['id as member_id', 'device_epoch'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/** Ends the proofs of all devices of a member. */
export async function raiseDeviceEpoch(trx: Kysely<Tables>, memberId: string): Promise<void> {
  await sql`update member set device_epoch = device_epoch + 1 where id = ${memberId}`.execute(trx)
}
