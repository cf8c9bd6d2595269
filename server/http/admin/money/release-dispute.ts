import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { releaseDispute as operation } from '#contract/admin/money/disputes.ts'
import type { Tables } from '../../../db/tables.ts'
import { releaseDispute } from '../../../jobs/money/release-dispute.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

/** Lets the carrier be paid in spite of a dispute. */
export function mountReleaseDispute(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const by = { ...byCaller(caller, request, body.reason), reason: body.reason }
    await releaseDispute(needs, { ...params, by })
  })
}
