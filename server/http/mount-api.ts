import type { FastifyInstance, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { lazy } from '../lib/lazy.ts'
import type { Problem } from '../lib/problem.ts'
import { drayVersion } from '../lib/version.ts'
import type { Api } from './apis.ts'
import { readJsonOnly } from './body/json.ts'
import { notFound } from './errors/errors.ts'
import { type Door, refuseUnknown, unknownRefusal } from './errors/refuse-unknown.ts'
import { type BodyBudget, boundBodies } from './limits/body-budget.ts'
import { type Handler, type Handlers, mount } from './mount.ts'
import { answerStatic, staticBody } from './pages/static-body.ts'
import type { FieldChecks } from './schema/field-checks.ts'
import { validatorCompiler } from './schema/validation.ts'

type Hook = onRequestHookHandler | onRequestAsyncHookHandler

export type ApiNeeds = {
  checks: FieldChecks
  bodies: BodyBudget
  baseUrl: string
  supportContact?: string | null
}

type Parts<Operations extends readonly Operation[], Needs> = {
  handlers: Handlers<Operations, Needs>
  needs: Needs & ApiNeeds
  /** Counts a request, also of an unknown path. For keys it authenticates too. */
  meter: Hook
  /** Authenticates a request of a known path, before its body is read. */
  admit?: Hook
  /** The response to a malformed id in the path. */
  malformedPath?: Problem
  /** What the scope needs before its hooks. */
  prepare?: (scope: FastifyInstance) => Promise<void> | void
  /** Content types whose body is read. Default: JSON. */
  readBodies?: (scope: FastifyInstance) => void
  /** The checks for one body that depend on the caller; created once per scope. */
  checksFor?: (scope: FastifyInstance) => (body: unknown) => FieldChecks
  /** Paths under the prefix that are not operations. */
  others?: readonly Door[]
}

/** Registers everything under the prefix of an API: limits, admission, operations, and the 404/405 handling. */
export async function mountApi<Operations extends readonly Operation[], Needs>(
  app: FastifyInstance,
  api: Api,
  { handlers, needs, ...parts }: Parts<Operations, Needs>,
): Promise<void> {
  const { prefix, operations, invalid } = api
  const { meter, admit, malformedPath = notFound, readBodies = readJsonOnly, others = [] } = parts
  const doors = [...operations, ...others]
  mountDocument(app, api, needs)
  await app.register(
    async (scope) => {
      await parts.prepare?.(scope)
      const checksFor = parts.checksFor?.(scope)
      scope.setValidatorCompiler(
        validatorCompiler(needs.checks, { malformedPath, invalid, ...(checksFor && { checksFor }) }),
      )
      scope.addHook('onRequest', meter)
      scope.addHook('onRequest', refuseUnknown(doors))
      if (admit) scope.addHook('onRequest', admit)
      readBodies(scope)
      boundBodies(scope, needs.bodies)
      // Never called: `refuseUnknown` responds first. Without a handler, the hooks would not run for unknown paths.
      scope.setNotFoundHandler(() => {
        throw notFound
      })
      if (api.isBesidePages)
        scope.get('/*', { config: api.configOf({ access: 'anyone' }) }, async (request) => {
          throw unknownRefusal(doors, request)
        })
      const table = handlers as Record<string, (needs: Needs) => Handler<Operation>>
      for (const operation of operations) {
        const handler = table[operation.operationId]
        if (!handler) throw new Error(`${operation.operationId} has no handler`)
        mount(scope, api, { operation, handler: handler(needs) })
      }
    },
    { prefix },
  )
}

function mountDocument(app: FastifyInstance, { document }: Api, needs: ApiNeeds): void {
  if (!document) return
  const body = lazy(() =>
    staticBody(JSON.stringify(document.write(needs.baseUrl, drayVersion(), needs.supportContact))),
  )
  app.get(document.url, (request, reply) =>
    answerStatic(request, reply.header('cache-control', 'no-cache').type('application/json'), body()),
  )
}
