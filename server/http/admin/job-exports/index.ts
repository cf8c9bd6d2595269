import type { FastifyInstance } from 'fastify'
import type { PhoneSearchNeeds } from '../jobs/admit-phone-search.ts'
import { type DownloadNeeds, mountDownloadJobExport } from './download-job-export.ts'
import { mountListJobExports } from './list-job-exports.ts'
import { mountReadJobExport } from './read-job-export.ts'
import { mountStartJobExport } from './start-job-export.ts'

export type JobExportsNeeds = DownloadNeeds & PhoneSearchNeeds

/** Files of jobs. */
export function mountJobExports(scope: FastifyInstance, needs: JobExportsNeeds): void {
  mountStartJobExport(scope, needs)
  mountListJobExports(scope, needs)
  mountReadJobExport(scope, needs)
  mountDownloadJobExport(scope, needs)
}
