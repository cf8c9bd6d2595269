import type { Operation } from '#contract/operation.ts'

/**
 * Fastify route options of an operation: the body schema for validation, and the schemas of successful responses for
 * serialization, so that undeclared members are never sent. `errors.ts` writes the errors. The route must be mounted in
 * a scope with the prefix `/v1`.
 */
export function routeOf({ method, url, body, answers }: Operation) {
  const good = Object.entries(answers).filter(([status, answer]) => Number(status) < 300 && answer.body)
  const response = Object.fromEntries(good.map(([status, answer]) => [status, answer.body]))
  return { method, url: url.replace(/^\/v1/, ''), schema: { ...(body && { body }), response } }
}
