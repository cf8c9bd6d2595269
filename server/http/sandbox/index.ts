import type { FastifyInstance } from 'fastify'
import { sandboxOperations } from '#contract/sandbox/index.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { createMoveWorld } from '../../sandbox/move-world.ts'
import type { SettleNeeds } from '../../sandbox/settle-world.ts'
import type { BodyBudget } from '../body-budget.ts'
import type { FieldChecks } from '../field-checks.ts'
import type { AdmissionNeeds } from '../partner/admission.ts'
import { preparePartnerScope } from '../partner-scope.ts'
import { createSandboxAdmission } from './admission.ts'
import { mountDeleteWorld } from './delete-world.ts'
import { mountFillWindow } from './fill-window.ts'
import { mountListSandboxJobs } from './list-sandbox-jobs.ts'
import { mountListStories } from './list-stories.ts'
import { mountListTexts } from './list-texts.ts'
import { mountMakeMove } from './make-move.ts'
import { mountMoveClock } from './move-clock.ts'
import { mountSandboxOpenApi, type SandboxOpenApiNeeds } from './openapi.ts'
import { mountPreviewPrice, type PriceNeeds } from './preview-price.ts'
import { mountPreviewText, type TextNeeds } from './preview-text.ts'
import { mountReadClock } from './read-clock.ts'
import { mountReadSandboxJob, unknownJob } from './read-sandbox-job.ts'

export type SandboxApiNeeds = AdmissionNeeds &
  SettleNeeds &
  PriceNeeds &
  TextNeeds &
  SandboxOpenApiNeeds & {
    limiter: Limiter
    bodies: BodyBudget
    checks: FieldChecks
    stopSignal: AbortSignal
    isLiveBusy: () => boolean
  }

/** The sandbox under `/sandbox/v1`: for test keys, with the error bodies of the partner API. */
export async function mountSandboxApi(app: FastifyInstance, needs: SandboxApiNeeds): Promise<void> {
  mountSandboxOpenApi(app, needs)
  await app.register(
    async (scope) => {
      preparePartnerScope(
        scope,
        { ...needs, admit: createSandboxAdmission(needs) },
        { operations: sandboxOperations, malformedPath: unknownJob },
      )
      const moveWorld = createMoveWorld(needs)
      mountListStories(scope)
      mountReadClock(scope, needs)
      mountMoveClock(scope, { ...needs, moveWorld })
      mountListSandboxJobs(scope, needs)
      mountReadSandboxJob(scope, needs)
      mountMakeMove(scope, { ...needs, moveWorld })
      mountListTexts(scope, needs)
      mountFillWindow(scope, needs)
      mountDeleteWorld(scope, { ...needs, moveWorld })
      mountPreviewPrice(scope, needs)
      mountPreviewText(scope, needs)
    },
    { prefix: '/sandbox/v1' },
  )
}
