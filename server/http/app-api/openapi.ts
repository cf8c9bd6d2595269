import type { FastifyInstance } from 'fastify'
import { appOpenApi } from '#contract/app/openapi.ts'
import { drayVersion } from '../../lib/version.ts'

/** Beside the API and not below it: reading it is no call. */
export function mountAppOpenApi(app: FastifyInstance, { baseUrl }: { baseUrl: string }): void {
  const body = JSON.stringify(appOpenApi(baseUrl, drayVersion()))
  app.get('/app/openapi.json', (_request, reply) => reply.type('application/json').send(body))
}
