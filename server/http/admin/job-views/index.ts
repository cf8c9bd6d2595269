import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { mountChangeJobView } from './change-job-view.ts'
import { mountCreateJobView } from './create-job-view.ts'
import { mountDeleteJobView } from './delete-job-view.ts'
import { mountListJobViews } from './list-job-views.ts'
import { mountOrderJobViews } from './order-job-views.ts'

/** Saved views of the list of jobs. */
export function mountJobViews(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mountListJobViews(scope, needs)
  mountCreateJobView(scope, needs)
  mountChangeJobView(scope, needs)
  mountDeleteJobView(scope, needs)
  mountOrderJobViews(scope, needs)
}
