import { Ajv, type ValidateFunction } from 'ajv'
import build from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { isUuid } from '../../lib/ids.ts'
import type { FieldChecks } from './field-checks.ts'

/** Compiles a schema of the contract, once per process. Callers pass the app's `FieldChecks` as `this`. */
export function compileSchema(schema: object): ValidateFunction {
  const earlier = compilations.get(schema)
  if (earlier) return earlier
  const check = ajv.compile(withChecksAlone(schema))
  compilations.set(schema, check)
  return check
}

/**
 * Removes all other keywords from a member with `x-check`: the check covers the schema, has better error texts, and
 * knows the exceptions of this installation (`PHOTO_SOURCES_ALLOWED`).
 */
function withChecksAlone(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (name, node: unknown) => {
      // Ajv registers each `$id` only once, but a schema is compiled for every route that uses it.
      if (name === '$id') return undefined
      if (typeof node !== 'object' || node === null || !('x-check' in node)) return node
      return { type: 'string', 'x-check': node['x-check'] }
    }),
  ) as object
}

const compilations = new WeakMap<object, ValidateFunction>()

/** ISO 8601 date and time with an offset, so it does not depend on a time zone. */
const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
  !Number.isNaN(Date.parse(text))

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  strictNumbers: true,
  verbose: true,
  // Our own schemas: compiling the meta-schema to validate them would slow the start.
  meta: false,
  validateSchema: false,
  formats: { uuid: isUuid, 'date-time': isInstant },
  // The checks depend on the settings of an app; a compiled schema does not.
  passContext: true,
})
ajv.addKeyword({
  keyword: 'x-check',
  type: 'string',
  schemaType: 'string',
  validate(this: FieldChecks, name: keyof FieldChecks, value: string) {
    return this[name](value) === null
  },
})

/**
 * Compiles the schemas of operations before their first request. `server/start/run.ts` does it for the partner API, to
 * avoid a slow first request.
 *
 * @throws when a schema of the contract does not compile.
 */
export function compileOperations(operations: readonly Operation[]): void {
  for (const { params, query, body, answers } of operations) {
    for (const schema of [params, query, body]) if (schema) compileSchema(schema)
    for (const { body: answer } of Object.values(answers)) if (answer) compileSerializer(answer)
  }
}

type Serialize = (value: unknown) => string

/**
 * Compiles the schema of a response when the first response is sent, and once per process. Compiling all schemas takes
 * longer than the rest of a start.
 */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  let serialize: Serialize | undefined
  return (value) => {
    serialize ??= compileSerializer(schema)
    return serialize(value)
  }
}

function compileSerializer(schema: object): Serialize {
  const serialize = serializers.get(schema) ?? (build(schema) as Serialize)
  serializers.set(schema, serialize)
  return serialize
}

const serializers = new WeakMap<object, Serialize>()
