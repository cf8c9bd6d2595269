import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readPartner as operation } from '#contract/admin/partners.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { answerPartner } from './present-partner.ts'

/** Reads a partner. */
export function mountReadPartner(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, ({ params }) => answerPartner(needs, params.partner_id))
}
