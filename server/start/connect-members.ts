import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from '../config/read-config.ts'
import type { Tables } from '../db/tables.ts'
import { capitalised } from '../lib/capitalised.ts'
import { createMemberDeviceProof } from '../members/device-proof.ts'
import { createPasswordHasher } from '../members/password-hasher.ts'
import type { RefusalNeeds } from '../members/refused-proofs.ts'
import type { Metrics } from './metrics.ts'
import { memberSealer } from './secret-key.ts'

type Runtime = { kysely: Kysely<Tables>; secretKey: Buffer; metrics: Metrics; log: FastifyBaseLogger }

/** Connects what the sign-in of members needs. */
export const connectMembers = (
  { baseUrl, serviceName }: Config,
  { kysely, secretKey, metrics, log }: Runtime,
) => ({
  relyingParty: { name: capitalised(serviceName), baseUrl },
  passwords: createPasswordHasher(),
  sealer: memberSealer(secretKey),
  memberDevices: createMemberDeviceProof({ kysely }),
  onRefusedProof: ({ surface, what, ...refusal }: Parameters<RefusalNeeds['onRefusedProof']>[0]) => {
    metrics.refusedProofs.labels(surface, what).inc()
    log.info({ surface, what, ...refusal }, 'a proof of a member was refused')
  },
})
