import type { FastifyInstance } from 'fastify'
import { listJobs } from '#contract/admin/jobs.ts'
import { defaultPageSize } from '#contract/admin/paging.ts'
import { listJobsForStaff } from '../../../jobs/queries/staff/list-jobs.ts'
import { mount } from '../../mount.ts'
import { admitPhoneSearch, type PhoneSearchNeeds } from './admit-phone-search.ts'
import { presentListedJob } from './present-listed-job.ts'

/** Finds jobs, newest first. */
export function mountListJobs(scope: FastifyInstance, needs: PhoneSearchNeeds): void {
  mount(
    scope,
    listJobs,
    async ({ caller, body: { filters = {}, before, limit = defaultPageSize }, request }) => {
      await admitPhoneSearch(needs, { caller, request }, filters)
      const counts = before === undefined
      const { rows, next, count } = await listJobsForStaff(needs.kysely, { filters, before, limit, counts })
      return { jobs: rows.map((row) => presentListedJob(row, caller)), next, count }
    },
  )
}
