import type { Kysely } from 'kysely'
import type { partnerAdminOperations } from '#contract/admin/partners.ts'
import type { Tables } from '../../../db/tables.ts'
import { newId } from '../../../lib/ids.ts'
import { readPage } from '../../../lib/page.ts'
import { createPartner, suspendPartner, updatePartner } from '../../../partners/administer.ts'
import { findPartners } from '../../../partners/find-partners.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { answerPartner, presentSummary } from './present-partner.ts'

export type PartnersNeeds = { kysely: Kysely<Tables> }

/** The companies that hand over jobs. */
export const partnerHandlers: Handlers<typeof partnerAdminOperations, PartnersNeeds> = {
  listPartners:
    ({ kysely }) =>
    async ({ query }) => {
      const find = (limit: number) => findPartners(kysely, { ...query, limit })
      const { rows, next } = await readPage(query, find, ({ partner_id }) => partner_id)
      return { partners: rows.map(presentSummary), next }
    },
  readPartner:
    (needs) =>
    ({ params }) =>
      answerPartner(needs, params.partner_id),
  createPartner:
    ({ kysely }) =>
    async ({ caller, body, request }) => {
      const { company_name: companyName, sms_language: smsLanguage = null, reason } = body
      const id = newId()
      await createPartner({ kysely }, { id, companyName, smsLanguage, by: byCaller(caller, request, reason) })
      return answerPartner({ kysely }, id)
    },
  renamePartner:
    ({ kysely }) =>
    async ({ caller, params: { partner_id: partnerId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      if (!(await updatePartner({ kysely }, { partnerId, profile: { company_name: body.company_name }, by })))
        throw notFound
      return answerPartner({ kysely }, partnerId)
    },
  setPartnerSmsLanguage:
    ({ kysely }) =>
    async ({ caller, params: { partner_id: partnerId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      if (!(await updatePartner({ kysely }, { partnerId, profile: { sms_language: body.sms_language }, by })))
        throw notFound
      return answerPartner({ kysely }, partnerId)
    },
  suspendPartner:
    ({ kysely }) =>
    async ({ caller, params: { partner_id: partnerId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      if (!(await suspendPartner({ kysely }, { partnerId, suspended: true, by }))) throw notFound
      return answerPartner({ kysely }, partnerId)
    },
  resumePartner:
    ({ kysely }) =>
    async ({ caller, params: { partner_id: partnerId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      if (!(await suspendPartner({ kysely }, { partnerId, suspended: false, by }))) throw notFound
      return answerPartner({ kysely }, partnerId)
    },
}
