import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listPartners as operation } from '#contract/admin/partners.ts'
import type { Tables } from '../../../db/tables.ts'
import { findPartners } from '../../../partners/find-partners.ts'
import { mount } from '../../mount.ts'
import { presentSummary } from './present-partner.ts'

/** Lists the partners, newest first. */
export function mountListPartners(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ query: { limit = 50, ...filters } }) => {
    // One more tells whether there is a next page.
    const found = await findPartners(kysely, { ...filters, limit: limit + 1 })
    const partners = found.slice(0, limit)
    const next = found.length > limit ? (partners.at(-1)?.partner_id ?? null) : null
    return { partners: partners.map(presentSummary), next }
  })
}
