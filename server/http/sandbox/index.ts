import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { Problem } from '../../lib/problem.ts'
import { createWithWorld, type WithWorldNeeds } from '../../sandbox/with-world.ts'
import { apis } from '../apis.ts'
import { type ApiNeeds, mountApi } from '../mount-api.ts'
import { type AdmissionNeeds, createAdmission, forKeys } from '../partner/admission.ts'
import { unknownJob } from './find-job.ts'
import { type SandboxNeeds, sandboxHandlers } from './handlers.ts'

export type SandboxApiNeeds = AdmissionNeeds & Omit<SandboxNeeds, 'withWorld'> & WithWorldNeeds & ApiNeeds

/** The sandbox under `/sandbox/v1`: for test keys, with the error bodies of the partner API. */
export function mountSandboxApi(app: FastifyInstance, given: SandboxApiNeeds): Promise<void> {
  return mountApi(app, apis.sandbox, {
    handlers: sandboxHandlers,
    needs: { ...given, withWorld: createWithWorld(given) },
    meter: admission(given),
    malformedPath: unknownJob,
    prepare: forKeys,
  })
}

/** Requests of a test key per 60 s; separate from the window of `/v1`. */
const maxCalls = 600

/** Admits test keys only, with a rate limit separate from the partner API. */
function admission(needs: AdmissionNeeds) {
  const admit = createAdmission({ ...needs, limiter: apart(needs.limiter) })
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void =>
    admit(request, reply, (error) => {
      if (error) return done(error)
      done(request.partnerKey?.mode === 'live' ? testKeyNeeded : undefined)
    })
}

const apart = (limiter: Limiter): Limiter => ({
  ...limiter,
  take: (subject, limit) =>
    subject.startsWith('key:')
      ? limiter.take(`key:sandbox:${subject.slice(4)}`, maxCalls)
      : limiter.take(subject, limit),
})

const testKeyNeeded = new Problem('test_key_required', (t) => t.sandbox.testKeyNeeded)
