import type { FastifyInstance } from 'fastify'
import { sandboxOpenApi } from '#contract/sandbox/openapi.ts'
import { lazy } from '../../lib/lazy.ts'
import { drayVersion } from '../../lib/version.ts'

export type SandboxOpenApiNeeds = { baseUrl: string; supportContact?: string | null }

/** Outside the prefix `/sandbox/v1`, so that reading the document needs no key. */
export function mountSandboxOpenApi(
  app: FastifyInstance,
  { baseUrl, supportContact }: SandboxOpenApiNeeds,
): void {
  const body = lazy(() => JSON.stringify(sandboxOpenApi(baseUrl, drayVersion(), supportContact)))
  app.get('/sandbox/openapi.json', (_request, reply) => reply.type('application/json').send(body()))
}
