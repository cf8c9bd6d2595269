import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { listRequestErrors as operation } from '#contract/admin/activity.ts'
import { groupErrors } from '../../../activity/group-errors.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { guideOf } from './guide-anchor.ts'

export type ErrorsNeeds = { kysely: Kysely<Tables>; pool: pg.Pool }

/** Lists the errors of a partner by cause. */
export function mountListRequestErrors(scope: FastifyInstance, { kysely, pool }: ErrorsNeeds): void {
  mount(scope, operation, async ({ params, query: { key_id: keyId }, language }) => {
    const { partner_id: partnerId } = params
    await requirePartner(kysely, partnerId)
    const groups = await groupErrors(pool, { partnerId, keyId })
    return {
      errors: groups.map(({ error_code, first_at, last_at, ...group }) => ({
        ...group,
        error: error_code,
        first_at: first_at.toISOString(),
        last_at: last_at.toISOString(),
        guide: guideOf({ ...group, error_code }, language),
      })),
    }
  })
}
