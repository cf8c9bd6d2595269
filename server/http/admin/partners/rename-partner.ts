import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { renamePartner as operation } from '#contract/admin/partners.ts'
import type { Tables } from '../../../db/tables.ts'
import { updatePartner } from '../../../partners/administer.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { answerPartner } from './present-partner.ts'

/** Changes the name that opens the SMS of a partner. */
export function mountRenamePartner(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params: { partner_id: partnerId }, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    if (!(await updatePartner({ kysely }, { partnerId, profile: { company_name: body.company_name }, by })))
      throw notFound
    return answerPartner({ kysely }, partnerId)
  })
}
