import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readJobForStaff as operation } from '#contract/admin/jobs.ts'
import type { Tables } from '../../../db/tables.ts'
import { readJobForStaff } from '../../../jobs/queries/staff/read-job.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentJob } from './present-job.ts'

export type ReadJobNeeds = { kysely: Kysely<Tables>; baseUrl: string }

/** Reads everything about a job. */
export function mountReadJobForStaff(scope: FastifyInstance, { kysely, baseUrl }: ReadJobNeeds): void {
  mount(scope, operation, async ({ caller, params, language }) => {
    const found = await readJobForStaff(kysely, params.job_id)
    if (!found) throw notFound
    return presentJob(found, { caller, language, links: { baseUrl } })
  })
}
