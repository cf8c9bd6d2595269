import type { FastifySchemaCompiler } from 'fastify'
import { notFound } from '../errors.ts'
import type { FieldChecks } from '../field-checks.ts'
import { createValidation } from '../validation.ts'

type Member = { type?: string }

/**
 * Validates all parts of a request. Malformed path parameters are a 404. Query values arrive as text: only there,
 * numbers and booleans are converted if the schema requires it.
 */
export function appValidatorCompiler(checks: FieldChecks): FastifySchemaCompiler<object> {
  const validation = createValidation(checks)
  return ({ schema, httpPart }) => {
    const validate = validation(schema)
    if (httpPart === 'params')
      return (data) => ('error' in validate(data) ? { error: notFound } : { value: data })
    if (httpPart !== 'querystring') return validate
    const { properties = {} } = schema as { properties?: Record<string, Member> }
    return (data) => validate(withTypes(data as Record<string, unknown>, properties))
  }
}

function withTypes(query: Record<string, unknown>, properties: Record<string, Member>) {
  const typed = Object.entries(query).map(([name, value]) => [name, asType(value, properties[name]?.type)])
  return Object.fromEntries(typed) as Record<string, unknown>
}

function asType(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value
  if (type === 'number' || type === 'integer')
    return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}
