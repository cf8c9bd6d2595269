import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { mountListOwnJobs } from './list-own-jobs.ts'
import { mountReadOwnJob } from './read-own-job.ts'

export type OwnJobsNeeds = { kysely: Kysely<Tables> }

/** The jobs that the partner handed over. */
export function mountOwnJobs(scope: FastifyInstance, needs: OwnJobsNeeds): void {
  mountListOwnJobs(scope, needs)
  mountReadOwnJob(scope, needs)
}
