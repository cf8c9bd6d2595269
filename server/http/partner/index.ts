import type { FastifyInstance } from 'fastify'
import type { CreateNeeds } from '../../jobs/drafts/create-draft.ts'
import type { LinkSettings } from '../../jobs/links.ts'
import type { ReadJob } from '../../jobs/queries/read-job.ts'
import { needsByMode } from '../../sandbox/needs-by-mode.ts'
import { apis } from '../apis.ts'
import { rateLimited } from '../limits/rate-headers.ts'
import { type ApiNeeds, mountApi } from '../mount-api.ts'
import type { FieldChecks } from '../schema/field-checks.ts'
import { type Admit, forKeys } from './admission.ts'
import { checksByMode } from './checks-by-mode.ts'
import { partnerHandlers } from './handlers.ts'
import { refusedKey } from './key-refusals.ts'
import { mountOpenApi, openApiDoor } from './openapi.ts'
import { unknownJob } from './read-job.ts'

export type PartnerNeeds = CreateNeeds &
  ApiNeeds & {
    admit: Admit
    readJob: ReadJob
    links: LinkSettings
    testKeyChecks: FieldChecks
    openApi: () => object
  }

/** What the words of a test key can ask for (decision 41). */
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
