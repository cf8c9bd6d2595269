import type { FastifyInstance } from 'fastify'
import { lazy } from '../../../lib/lazy.ts'
import { answerStatic, staticBody } from '../static-body.ts'

/** GET /docs/openapi.json: a copy of /v1/openapi.json, because reading that counts against the rate limit of the address. */
export function mountOpenApiCopy(app: FastifyInstance, { openApi }: { openApi: () => object }): void {
  const document = lazy(() => staticBody(JSON.stringify(openApi())))
  app.get('/docs/openapi.json', (request, reply) =>
    answerStatic(request, reply.header('cache-control', 'no-cache').type('application/json'), document()),
  )
}
