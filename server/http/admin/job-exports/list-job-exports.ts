import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listJobExports } from '#contract/admin/job-exports.ts'
import type { Tables } from '../../../db/tables.ts'
import { listExports } from '../../../jobs/queries/staff/export-store.ts'
import { mount } from '../../mount.ts'
import { presentExport } from './present-export.ts'

/** Lists the exports of the member. */
export function mountListJobExports(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listJobExports, async ({ caller }) => ({
    exports: (await listExports(kysely, caller.memberId)).map(presentExport),
  }))
}
