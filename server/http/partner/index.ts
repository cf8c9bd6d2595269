import type { FastifyInstance } from 'fastify'
import { partnerOperations } from '#contract/partner.ts'
import type { CreateNeeds } from '../../jobs/drafts/create-draft.ts'
import type { LinkSettings } from '../../jobs/links.ts'
import type { ReadJob } from '../../jobs/queries/read-job.ts'
import { needsByMode } from '../../sandbox/needs-by-mode.ts'
import type { FieldChecks } from '../field-checks.ts'
import { type PartnerScopeNeeds, preparePartnerScope } from '../partner-scope.ts'
import { checksByMode } from './checks-by-mode.ts'
import { mountCreateJob } from './create-job.ts'
import { mountEstimatePrice } from './estimate-price.ts'
import { refusedKey } from './key-refusals.ts'
import { mountOpenApi, openApiDoor } from './openapi.ts'
import { mountReadJob, unknownJob } from './read-job.ts'

export type PartnerNeeds = CreateNeeds &
  PartnerScopeNeeds & {
    readJob: ReadJob
    links: LinkSettings
    testKeyChecks: FieldChecks
    openApi: () => object
  }

/** The partner API under `/v1` (spec part 4), with common admission, rate limit and error bodies. */
export async function mountPartnerApi(app: FastifyInstance, needs: PartnerNeeds): Promise<void> {
  await app.register(
    async (scope) => {
      preparePartnerScope(scope, needs, {
        operations: [...partnerOperations, openApiDoor],
        malformedPath: unknownJob,
        checksFor: checksByMode(scope, needs),
      })
      mountOpenApi(scope, needs.openApi)
      const needsOf = needsByMode(needs, refusedKey.revoked)
      mountEstimatePrice(scope, needsOf)
      mountCreateJob(scope, { links: needs.links, needsOf })
      mountReadJob(scope, needs)
    },
    { prefix: '/v1' },
  )
}
