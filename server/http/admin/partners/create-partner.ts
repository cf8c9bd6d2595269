import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { createPartner as operation } from '#contract/admin/partners.ts'
import type { Tables } from '../../../db/tables.ts'
import { newId } from '../../../lib/ids.ts'
import { createPartner } from '../../../partners/administer.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { answerPartner } from './present-partner.ts'

/** Adds a partner. */
export function mountCreatePartner(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, body, request }) => {
    const { company_name: companyName, sms_language: smsLanguage = null, reason } = body
    const id = newId()
    await createPartner({ kysely }, { id, companyName, smsLanguage, by: byCaller(caller, request, reason) })
    return answerPartner({ kysely }, id)
  })
}
