import type { FastifyInstance } from 'fastify'
import { rotateOwnKey as operation } from '#contract/partner-panel/keys.ts'
import { regenerateKeyBy } from '../../../keys/administer.ts'
import { byCaller } from '../../admin/by-caller.ts'
import { answerRotation, notChanged } from '../../admin/keys/present-key.ts'
import type { RotateNeeds } from '../../admin/keys/rotate-key.ts'
import { mount } from '../../mount.ts'
import { changeOwnKey } from './change-own-key.ts'

/** Gives a key of the partner a new value; it is in this response only. */
export function mountRotateOwnKey(scope: FastifyInstance, { kysely, service }: RotateNeeds): void {
  mount(scope, operation, async ({ caller, params: { key_id: keyId }, body, request }) => {
    const { overlap, ends: endsExpected } = body
    const by = byCaller(caller, request)
    const issued = await changeOwnKey(kysely, { caller, keyId }, (trx) =>
      regenerateKeyBy({ kysely: trx, service }, { keyId, overlap, endsExpected, by }),
    )
    if (!issued) throw await notChanged(kysely, keyId)
    return answerRotation({ kysely }, issued)
  })
}
