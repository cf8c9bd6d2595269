import type { Operation } from '#contract/operation.ts'

/**
 * What Fastify needs of an operation: the body's schema to validate with, and the schemas of the good answers to
 * serialise with, so that an undeclared member never leaves. Errors are written by `errors.ts` alone. The scope it is
 * mounted in has the prefix `/v1`.
 */
export function routeOf({ method, url, body, answers }: Operation) {
  const good = Object.entries(answers).filter(([status, answer]) => Number(status) < 300 && answer.body)
  const response = Object.fromEntries(good.map(([status, answer]) => [status, answer.body]))
  return { method, url: url.replace(/^\/v1/, ''), schema: { ...(body && { body }), response } }
}
