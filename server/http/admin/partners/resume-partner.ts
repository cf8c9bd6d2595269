import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { resumePartner as operation } from '#contract/admin/partners.ts'
import type { Tables } from '../../../db/tables.ts'
import { suspendPartner } from '../../../partners/administer.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { answerPartner } from './present-partner.ts'

/** Lets the keys of a suspended partner in again. */
export function mountResumePartner(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params: { partner_id: partnerId }, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    if (!(await suspendPartner({ kysely }, { partnerId, suspended: false, by }))) throw notFound
    return answerPartner({ kysely }, partnerId)
  })
}
