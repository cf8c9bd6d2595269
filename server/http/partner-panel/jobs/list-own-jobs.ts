import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listOwnJobs as operation } from '#contract/partner-panel/jobs.ts'
import type { Tables } from '../../../db/tables.ts'
import { listPartnersJobs } from '../../../jobs/queries/partner-jobs.ts'
import { readPage } from '../../../lib/page.ts'
import { mount } from '../../mount.ts'
import { presentOwnJob } from './present-own-job.ts'

/** Lists the jobs of the partner, newest first. */
export function mountListOwnJobs(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller: { partnerId }, query }) => {
    const { before, limit: _, ...filters } = query
    const find = (limit: number) => listPartnersJobs(kysely, { partnerId, filters, before, limit })
    const { rows, next } = await readPage(query, find, ({ place }) => place)
    return { jobs: rows.map(presentOwnJob), next }
  })
}
