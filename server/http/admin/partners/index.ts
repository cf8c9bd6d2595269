import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { mountCreatePartner } from './create-partner.ts'
import { mountListPartners } from './list-partners.ts'
import { mountReadPartner } from './read-partner.ts'
import { mountRenamePartner } from './rename-partner.ts'
import { mountResumePartner } from './resume-partner.ts'
import { mountSetPartnerSmsLanguage } from './set-partner-sms-language.ts'
import { mountSuspendPartner } from './suspend-partner.ts'

export type PartnersNeeds = { kysely: Kysely<Tables> }

/** The companies that hand over jobs. */
export function mountPartners(scope: FastifyInstance, needs: PartnersNeeds): void {
  mountListPartners(scope, needs)
  mountReadPartner(scope, needs)
  mountCreatePartner(scope, needs)
  mountRenamePartner(scope, needs)
  mountSetPartnerSmsLanguage(scope, needs)
  mountSuspendPartner(scope, needs)
  mountResumePartner(scope, needs)
}
