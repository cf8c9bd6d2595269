import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readJobExport } from '#contract/admin/job-exports.ts'
import type { Tables } from '../../../db/tables.ts'
import { findExport } from '../../../jobs/queries/staff/export-store.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentExport } from './present-export.ts'

/** Tells how far an export is. */
export function mountReadJobExport(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, readJobExport, async ({ caller: { memberId }, params: { export_id: exportId } }) => {
    const found = await findExport(kysely, { memberId, exportId })
    if (!found) throw notFound
    return presentExport(found)
  })
}
