import type { FastifyInstance } from 'fastify'
import type { CreateNeeds } from '../../jobs/drafts/create-draft.ts'
import type { LinkSettings } from '../../jobs/links.ts'
import type { ReadJob } from '../../jobs/queries/read-job.ts'
import { lazy } from '../../lib/lazy.ts'
import { needsByMode } from '../../sandbox/needs-by-mode.ts'
import { apis } from '../apis.ts'
import { rateLimited } from '../limits/rate-headers.ts'
import { type ApiNeeds, mountApi } from '../mount-api.ts'
import { answerStatic, staticBody } from '../pages/static-body.ts'
import type { FieldChecks } from '../schema/field-checks.ts'
import { type Admit, forKeys, refusedKey } from './admission.ts'
import { partnerHandlers } from './handlers.ts'
import { unknownJob } from './read-job.ts'

export type PartnerNeeds = CreateNeeds &
  ApiNeeds & {
    admit: Admit
    readJob: ReadJob
    links: LinkSettings
    testKeyChecks: FieldChecks
    openApi: () => object
  }

/** The behaviour that the words of a test key can request (decision 41). */
const askedRefusals = { key_revoked: refusedKey.revoked, rate_limited: rateLimited({ retryAfterSeconds: 1 }) }

/** The partner API under `/v1` (spec part 4), with common admission, rate limit and error bodies. */
export function mountPartnerApi(app: FastifyInstance, needs: PartnerNeeds): Promise<void> {
  return mountApi(app, apis.partner, {
    handlers: partnerHandlers,
    needs: { ...needs, needsOf: needsByMode(needs, askedRefusals) },
    meter: needs.admit,
    malformedPath: unknownJob,
    checksFor: (scope) => checksByMode(scope, needs),
    others: [openApiDoor],
    prepare: (scope) => {
      forKeys(scope)
      mountOpenApi(scope, needs.openApi)
    },
  })
}

const openApiDoor = { method: 'GET', url: '/v1/openapi.json' }

/** Needs no key, but is counted like all requests under `/v1`: without a key on the counter of the address. */
function mountOpenApi(scope: FastifyInstance, document: () => object): void {
  const body = lazy(() => staticBody(JSON.stringify(document())))
  scope.get('/openapi.json', { config: { open: true } }, (request, reply) =>
    answerStatic(request, reply.header('cache-control', 'no-cache').type('application/json'), body()),
  )
}

/**
 * Chooses the field checks by the mode of the key. Fastify calls a validator with the body alone, so a hook marks the
 * bodies of test keys before the validation. Admission must run before.
 */
function checksByMode(
  scope: FastifyInstance,
  { checks, testKeyChecks }: { checks: FieldChecks; testKeyChecks: FieldChecks },
): (body: unknown) => FieldChecks {
  const ofTestKeys = new WeakSet<object>()
  scope.addHook('preValidation', ({ partnerKey, body }, _reply, done) => {
    if (isObject(body) && partnerKey.mode === 'test') ofTestKeys.add(body)
    done()
  })
  return (body) => (isObject(body) && ofTestKeys.has(body) ? testKeyChecks : checks)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
