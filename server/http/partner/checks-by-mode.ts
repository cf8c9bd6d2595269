import type { FastifyInstance } from 'fastify'
import type { FieldChecks } from '../schema/field-checks.ts'

/**
 * Chooses the field checks by the mode of the key. Fastify calls a validator with the body alone, so a hook marks the
 * bodies of test keys before they are validated. Admission must run before.
 */
export function checksByMode(
  scope: FastifyInstance,
  { checks, testKeyChecks }: { checks: FieldChecks; testKeyChecks: FieldChecks },
): (body: unknown) => FieldChecks {
  const ofTestKeys = new WeakSet<object>()
  scope.addHook('preValidation', ({ partnerKey, body }, _reply, done) => {
    if (isObject(body) && partnerKey.mode === 'test') ofTestKeys.add(body)
    done()
  })
  return (body) => (isObject(body) && ofTestKeys.has(body) ? testKeyChecks : checks)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
