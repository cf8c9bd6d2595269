import build from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

type Serialize = (value: unknown) => string

/**
 * Compiles the schema of a response when the first response is sent, and once in a process. All schemas together take
 * longer to compile than the rest of a start.
 */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  let serialize: Serialize | undefined
  return (value) => {
    serialize ??= compileSerializer(schema)
    return serialize(value)
  }
}

export function compileSerializer(schema: object): Serialize {
  const serialize = compilations.get(schema) ?? (build(schema) as Serialize)
  compilations.set(schema, serialize)
  return serialize
}

const compilations = new WeakMap<object, Serialize>()
