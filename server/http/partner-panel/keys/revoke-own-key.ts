import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { revokeOwnKey as operation } from '#contract/partner-panel/keys.ts'
import type { Tables } from '../../../db/tables.ts'
import { revokeKeyBy } from '../../../keys/administer.ts'
import { byCaller } from '../../admin/by-caller.ts'
import { answerKey } from '../../admin/keys/present-key.ts'
import { mount } from '../../mount.ts'
import { changeOwnKey } from './change-own-key.ts'

/** Revokes a key of the partner for good. */
export function mountRevokeOwnKey(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params: { key_id: keyId }, request }) => {
    const by = byCaller(caller, request)
    await changeOwnKey(kysely, { caller, keyId }, (trx) => revokeKeyBy({ kysely: trx }, { keyId, by }))
    return answerKey({ kysely }, keyId)
  })
}
