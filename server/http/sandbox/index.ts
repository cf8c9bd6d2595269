import type { FastifyInstance } from 'fastify'
import { createMoveWorld, type MoveWorldNeeds } from '../../sandbox/move-world.ts'
import { apis } from '../apis.ts'
import { type ApiNeeds, mountApi } from '../mount-api.ts'
import { type AdmissionNeeds, forKeys } from '../partner/admission.ts'
import { createSandboxAdmission } from './admission.ts'
import { unknownJob } from './find-job.ts'
import { type SandboxNeeds, sandboxHandlers } from './handlers.ts'

export type SandboxApiNeeds = AdmissionNeeds & Omit<SandboxNeeds, 'moveWorld'> & MoveWorldNeeds & ApiNeeds

/** The sandbox under `/sandbox/v1`: for test keys, with the error bodies of the partner API. */
export function mountSandboxApi(app: FastifyInstance, given: SandboxApiNeeds): Promise<void> {
  return mountApi(app, apis.sandbox, {
    handlers: sandboxHandlers,
    needs: { ...given, moveWorld: createMoveWorld(given) },
    meter: createSandboxAdmission(given),
    malformedPath: unknownJob,
    prepare: forKeys,
  })
}
