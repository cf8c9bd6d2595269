import type { FastifyInstance } from 'fastify'
import { partnerPanelOpenApi } from '#contract/partner-panel/openapi.ts'
import { lazy } from '../../lib/lazy.ts'
import { drayVersion } from '../../lib/version.ts'

/** Outside the prefix `/partner/v1`, so that reading the document is not counted as an API request. */
export function mountPartnerPanelOpenApi(app: FastifyInstance, { baseUrl }: { baseUrl: string }): void {
  const body = lazy(() => JSON.stringify(partnerPanelOpenApi(baseUrl, drayVersion())))
  app.get('/partner/openapi.json', (_request, reply) => reply.type('application/json').send(body()))
}
