import type { FastifyInstance } from 'fastify'
import { adminOpenApi } from '#contract/admin/openapi.ts'
import { lazy } from '../../lib/lazy.ts'
import { drayVersion } from '../../lib/version.ts'

/** Outside the prefix `/admin/v1`, so that reading the document is not counted as an API request. */
export function mountAdminOpenApi(app: FastifyInstance, { baseUrl }: { baseUrl: string }): void {
  const body = lazy(() => JSON.stringify(adminOpenApi(baseUrl, drayVersion())))
  app.get('/admin/openapi.json', (_request, reply) => reply.type('application/json').send(body()))
}
