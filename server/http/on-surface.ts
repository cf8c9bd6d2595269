import type { FastifyInstance } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { derivedOf } from '#contract/partner-panel/derive.ts'
import { partnerPanelOperations } from '#contract/partner-panel/index.ts'

const own = new Set<Operation>(partnerPanelOperations)

/**
 * The operation as the scope's surface has it. The operator's panel and the partner's own pages share the handlers of what
 * they have in common: in the scope of the partner's pages, an operation of the panel is the one that is derived from it,
 * with its path, its least role and the schema of its response.
 */
export function onSurface(scope: Pick<FastifyInstance, 'prefix'>, operation: Operation): Operation {
  if (scope.prefix !== '/partner/v1' || own.has(operation)) return operation
  const derived = derivedOf(operation)
  if (!derived) throw new Error(`${operation.operationId} is not on the partner's pages`)
  return derived
}
