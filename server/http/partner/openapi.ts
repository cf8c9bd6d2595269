import type { FastifyInstance } from 'fastify'
import { lazy } from '../../lib/lazy.ts'
import { answerStatic, staticBody } from '../pages/static-body.ts'

export const openApiDoor = { method: 'GET', url: '/v1/openapi.json' }

/** Needs no key, but is counted like all requests under `/v1`: without a key on the counter of the address. */
export function mountOpenApi(scope: FastifyInstance, document: () => object): void {
  const body = lazy(() => staticBody(JSON.stringify(document())))
  scope.get('/openapi.json', { config: { open: true } }, (request, reply) =>
    answerStatic(request, reply.header('cache-control', 'no-cache').type('application/json'), body()),
  )
}
