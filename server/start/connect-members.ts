import type { Kysely } from 'kysely'
import type { Config } from '../config/read-config.ts'
import type { Tables } from '../db/tables.ts'
import { createMemberDeviceProof } from '../members/device-proof.ts'
import { createPasswordHasher } from '../members/password-hasher.ts'
import { capitalised } from './connect-sign-in.ts'
import { memberSealer } from './derived-keys.ts'

/** Connects what the sign-in of members needs. */
export const connectMembers = (
  { baseUrl, serviceName }: Config,
  { kysely, secretKey }: { kysely: Kysely<Tables>; secretKey: Buffer },
) => ({
  relyingParty: { name: capitalised(serviceName), baseUrl },
  passwords: createPasswordHasher(),
  sealer: memberSealer(secretKey),
  memberDevices: createMemberDeviceProof({ kysely }),
})
