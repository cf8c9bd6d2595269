import type { Operation } from '#contract/operation.ts'
import { compileSchema } from './compile-schema.ts'
import { compileSerializer } from './serializer-compiler.ts'

/**
 * Compiles the schemas of operations before their first request. `server/start/run.ts` does it for the partner API, so that
 * no partner waits for a compilation.
 *
 * @throws when a schema of the contract does not compile.
 */
export function compileOperations(operations: readonly Operation[]): void {
  for (const { params, query, body, answers } of operations) {
    for (const schema of [params, query, body]) if (schema) compileSchema(schema)
    for (const { body: answer } of Object.values(answers)) if (answer) compileSerializer(answer)
  }
}
