import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { rotateKey as operation } from '#contract/admin/keys.ts'
import type { Tables } from '../../../db/tables.ts'
import { regenerateKeyBy } from '../../../keys/administer.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { answerRotation, notChanged } from './present-key.ts'

export type RotateNeeds = { kysely: Kysely<Tables>; service: string }

/** Gives a key a new value beside the old one, or in its place; the value is in this response only. */
export function mountRotateKey(scope: FastifyInstance, { kysely, service }: RotateNeeds): void {
  mount(scope, operation, async ({ caller, params: { key_id: keyId }, body, request }) => {
    const { overlap, ends: endsExpected, reason } = body
    const by = byCaller(caller, request, reason)
    const issued = await regenerateKeyBy({ kysely, service }, { keyId, overlap, endsExpected, by })
    if (!issued) throw await notChanged(kysely, keyId)
    return answerRotation({ kysely }, issued)
  })
}
