import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { downloadJobExport } from '#contract/admin/job-exports.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../../db/tables.ts'
import { findExport, readChunks } from '../../../jobs/queries/staff/export-store.ts'
import { Problem } from '../../../lib/problem.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { rateLimited } from '../../rate-headers.ts'
import { sendFile } from '../../send-file.ts'
import { requireWholePhones } from '../sees-phones.ts'

export type DownloadNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

/** Limit per member: a file may hold every job. */
const mostPerMinute = 10

/** Sends the file of an export. */
export function mountDownloadJobExport(scope: FastifyInstance, { kysely, limiter }: DownloadNeeds): void {
  mount(scope, downloadJobExport, async ({ caller, params: { export_id: exportId }, reply }) => {
    const { memberId } = caller
    const decision = await limiter.take(`member:${memberId}:job-export`, mostPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    const found = await findExport(kysely, { memberId, exportId })
    if (!found) throw notFound
    if (found.with_phones) requireWholePhones(caller)
    if (found.status !== 'done') throw notDone
    return sendFile(reply, { name: 'dray-jobs', type: 'csv', parts: readChunks(kysely, found) })
  })
}

const notDone = new Problem('wrong_state', (t) => t.panel.exportNotDone)
