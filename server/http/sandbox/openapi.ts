import type { FastifyInstance } from 'fastify'
import { sandboxOpenApi } from '#contract/sandbox/openapi.ts'
import { lazy } from '../../lib/lazy.ts'
import { drayVersion } from '../../lib/version.ts'
import { answerStatic, staticBody } from '../pages/static-body.ts'

export type SandboxOpenApiNeeds = { baseUrl: string; supportContact?: string | null }

/** Outside the prefix `/sandbox/v1`, so that reading the document needs no key. */
export function mountSandboxOpenApi(
  app: FastifyInstance,
  { baseUrl, supportContact }: SandboxOpenApiNeeds,
): void {
  const body = lazy(() => staticBody(JSON.stringify(sandboxOpenApi(baseUrl, drayVersion(), supportContact))))
  app.get('/sandbox/openapi.json', (request, reply) =>
    answerStatic(request, reply.header('cache-control', 'no-cache').type('application/json'), body()),
  )
}
