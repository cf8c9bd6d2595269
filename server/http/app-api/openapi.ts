import type { FastifyInstance } from 'fastify'
import { appOpenApi } from '#contract/app/openapi.ts'
import { lazy } from '../../lib/lazy.ts'
import { drayVersion } from '../../lib/version.ts'

/** Outside the prefix `/app/v1`, so that reading the document is not counted as an API request. */
export function mountAppOpenApi(app: FastifyInstance, { baseUrl }: { baseUrl: string }): void {
  const body = lazy(() => JSON.stringify(appOpenApi(baseUrl, drayVersion())))
  app.get('/app/openapi.json', (_request, reply) => reply.type('application/json').send(body()))
}
