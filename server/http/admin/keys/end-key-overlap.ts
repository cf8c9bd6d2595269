import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { endKeyOverlap as operation } from '#contract/admin/keys.ts'
import type { Tables } from '../../../db/tables.ts'
import { endOverlap } from '../../../keys/administer.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { answerKey } from './present-key.ts'

/** Ends the replaced values of a key before their time. */
export function mountEndKeyOverlap(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params: { key_id: keyId }, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    if (!(await endOverlap({ kysely }, { keyId, by }))) throw notFound
    return answerKey({ kysely }, keyId)
  })
}
