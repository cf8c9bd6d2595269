import type { Kysely } from 'kysely'
import type { JobExport, jobExportOperations } from '#contract/admin/job-exports.ts'
import type { Answered } from '#contract/app/common.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../../db/tables.ts'
import { sourcesOf } from '../../../jobs/queries/staff/conditions.ts'
import {
  type ExportRow,
  findExport,
  listExports,
  readChunks,
  startExport,
} from '../../../jobs/queries/staff/export-store.ts'
import { Problem } from '../../../lib/problem.ts'
import { notFound } from '../../errors/errors.ts'
import { rateLimited } from '../../limits/rate-headers.ts'
import type { Handlers } from '../../mount.ts'
import { sendFile } from '../../responses/send-file.ts'
import { byCaller } from '../by-caller.ts'
import { admitPhoneSearch, type PhoneSearchNeeds } from '../phone-search.ts'
import { requireWholePhones } from '../sees-phones.ts'

export type JobExportsNeeds = PhoneSearchNeeds & { kysely: Kysely<Tables>; limiter: Limiter }

/** Files of jobs. */
export const jobExportHandlers: Handlers<typeof jobExportOperations, JobExportsNeeds> = {
  startJobExport:
    (needs) =>
    async ({ caller, body, request }) => {
      const { filters = {}, with_phones: withPhones = false } = body
      if (withPhones) requireWholePhones(caller)
      await admitPhoneSearch(needs, { caller, request }, { filters })
      // Throws for an invalid phone: the background task could not report it.
      sourcesOf(filters)
      const by = byCaller(caller, request)
      const { memberId } = caller
      return presentExport(await startExport(needs.kysely, { memberId, filters, withPhones, by }))
    },
  listJobExports:
    ({ kysely }) =>
    async ({ caller }) => ({
      exports: (await listExports(kysely, caller.memberId)).map(presentExport),
    }),
  readJobExport:
    ({ kysely }) =>
    async ({ caller: { memberId }, params: { export_id: exportId } }) => {
      const found = await findExport(kysely, { memberId, exportId })
      if (!found) throw notFound
      return presentExport(found)
    },
  downloadJobExport:
    ({ kysely, limiter }) =>
    async ({ caller, params: { export_id: exportId }, reply }) => {
      const { memberId } = caller
      const decision = await limiter.take(`member:${memberId}:job-export`, maxPerMinute)
      if (!decision.allowed) throw rateLimited(decision)
      const found = await findExport(kysely, { memberId, exportId })
      if (!found) throw notFound
      if (found.with_phones) requireWholePhones(caller)
      if (found.status !== 'done') throw notDone
      return sendFile(reply, { name: 'dray-jobs', type: 'csv', parts: readChunks(kysely, found) })
    },
}

/** Limit per member: a file may hold every job. */
const maxPerMinute = 10

const notDone = new Problem('wrong_state', (t) => t.panel.exportNotDone)

const presentExport = (row: ExportRow): Answered<JobExport> => ({
  export_id: row.id,
  status: row.status,
  rows_written: row.rows_written,
  with_phones: row.with_phones,
  created_at: row.created_at,
  finished_at: row.finished_at,
  expires_at: row.expires_at,
})
