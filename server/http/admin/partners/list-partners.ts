import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listPartners as operation } from '#contract/admin/partners.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPage } from '../../../lib/page.ts'
import { findPartners } from '../../../partners/find-partners.ts'
import { mount } from '../../mount.ts'
import { presentSummary } from './present-partner.ts'

/** Lists the partners, newest first. */
export function mountListPartners(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ query }) => {
    const find = (limit: number) => findPartners(kysely, { ...query, limit })
    const { rows, next } = await readPage(query, find, ({ partner_id }) => partner_id)
    return { partners: rows.map(presentSummary), next }
  })
}
