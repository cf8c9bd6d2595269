import type { FastifyInstance } from 'fastify'
import { partnerOperations } from '#contract/partner.ts'
import type { CreateNeeds } from '../../jobs/drafts/create-draft.ts'
import type { LinkSettings } from '../../jobs/links.ts'
import type { ReadJob } from '../../jobs/queries/read-job.ts'
import { needsByMode } from '../../sandbox/needs-by-mode.ts'
import { type BodyBudget, boundBodies } from '../body-budget.ts'
import { notFound } from '../errors.ts'
import type { FieldChecks } from '../field-checks.ts'
import { readJsonOnly } from '../json-only.ts'
import { refuseUnknown } from '../refuse-unknown.ts'
import { validatorCompiler } from '../validation.ts'
import type { Admit } from './admission.ts'
import { checksByMode } from './checks-by-mode.ts'
import { mountCreateJob } from './create-job.ts'
import { mountEstimatePrice } from './estimate-price.ts'
import { mountOpenApi, openApiDoor } from './openapi.ts'
import { mountReadJob, unknownJob } from './read-job.ts'

export type PartnerNeeds = CreateNeeds & {
  admit: Admit
  bodies: BodyBudget
  readJob: ReadJob
  links: LinkSettings
  checks: FieldChecks
  testKeyChecks: FieldChecks
  openApi: object
}

/** The partner API under `/v1` (spec part 4), with common admission, rate limit and error bodies. */
export async function mountPartnerApi(app: FastifyInstance, needs: PartnerNeeds): Promise<void> {
  await app.register(
    async (scope) => {
      scope.decorateRequest('partnerKey')
      scope.decorateRequest('windowUsed', 0)
      readJsonOnly(scope)
      scope.setValidatorCompiler(
        validatorCompiler(needs.checks, {
          malformedPath: unknownJob,
          invalid: (t) => t.partners.fieldsNotValid,
          checksFor: checksByMode(scope, needs),
        }),
      )
      scope.addHook('onRequest', needs.admit)
      scope.addHook('onRequest', refuseUnknown([...partnerOperations, openApiDoor]))
      boundBodies(scope, needs.bodies)
      // Never called: `refuseUnknown` answers first. Without a handler, the hooks would not run for unknown paths.
      scope.setNotFoundHandler(() => {
        throw notFound
      })
      mountOpenApi(scope, needs.openApi)
      const needsOf = needsByMode(needs)
      mountEstimatePrice(scope, needsOf)
      mountCreateJob(scope, { links: needs.links, needsOf })
      mountReadJob(scope, needs)
    },
    { prefix: '/v1' },
  )
}
