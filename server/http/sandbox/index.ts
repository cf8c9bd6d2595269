import type { FastifyInstance } from 'fastify'
import { sandboxOperations } from '#contract/sandbox/world.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { SettleNeeds } from '../../sandbox/settle-world.ts'
import { type BodyBudget, boundBodies } from '../body-budget.ts'
import { notFound } from '../errors.ts'
import type { FieldChecks } from '../field-checks.ts'
import { readJsonOnly } from '../json-only.ts'
import type { AdmissionNeeds } from '../partner/admission.ts'
import { refuseUnknown } from '../refuse-unknown.ts'
import { validatorCompiler } from '../validation.ts'
import { createSandboxAdmission } from './admission.ts'
import { mountDeleteWorld } from './delete-world.ts'
import { mountFillWindow } from './fill-window.ts'
import { mountListStories } from './list-stories.ts'
import { mountListTexts } from './list-texts.ts'
import { mountMakeMove } from './make-move.ts'
import { mountMoveClock } from './move-clock.ts'
import { mountSandboxOpenApi } from './openapi.ts'
import { mountReadClock } from './read-clock.ts'
import { mountReadSandboxJob, unknownJob } from './read-sandbox-job.ts'

export type SandboxApiNeeds = AdmissionNeeds &
  SettleNeeds & { limiter: Limiter; bodies: BodyBudget; checks: FieldChecks; baseUrl: string }

/** The sandbox under `/sandbox/v1`: for test keys, with the error bodies of the partner API. */
export async function mountSandboxApi(app: FastifyInstance, needs: SandboxApiNeeds): Promise<void> {
  mountSandboxOpenApi(app, needs)
  await app.register(
    async (scope) => {
      scope.decorateRequest('partnerKey')
      scope.decorateRequest('windowUsed', 0)
      readJsonOnly(scope)
      scope.setValidatorCompiler(
        validatorCompiler(needs.checks, {
          malformedPath: unknownJob,
          invalid: (t) => t.partners.fieldsNotValid,
        }),
      )
      scope.addHook('onRequest', createSandboxAdmission(needs))
      scope.addHook('onRequest', refuseUnknown(sandboxOperations))
      boundBodies(scope, needs.bodies)
      // Never called: `refuseUnknown` answers first. Without a handler, the hooks would not run for unknown paths.
      scope.setNotFoundHandler(() => {
        throw notFound
      })
      mountListStories(scope)
      mountReadClock(scope, needs)
      mountMoveClock(scope, needs)
      mountReadSandboxJob(scope, needs)
      mountMakeMove(scope, needs)
      mountListTexts(scope, needs)
      mountFillWindow(scope, needs)
      mountDeleteWorld(scope, needs)
    },
    { prefix: '/sandbox/v1' },
  )
}
