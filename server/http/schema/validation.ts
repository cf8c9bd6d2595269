import type { ErrorObject } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import { platePattern } from '#contract/carrier-profile.ts'
import { maxPhotos } from '#contract/partner.ts'
import { showsNothing } from '#contract/text.ts'
import { lazy } from '../../lib/lazy.ts'
import { type Details, Problem } from '../../lib/problem.ts'
import type { Text, Texts } from '../../texts/index.ts'
import { compileSchema } from './compile-schema.ts'
import type { FieldChecks } from './field-checks.ts'
import { normalizer } from './normal-form.ts'

type Validate = (data: unknown) => { value: unknown } | { error: Problem }

// A body of 64 KiB can contain thousands of errors; report only the first ones.
const maxFaults = 50

/**
 * Validates all parts of a request. Malformed path parameters get the error `malformedPath`, all other errors with the
 * message `invalid`. Query values arrive as text: only there, numbers and booleans are converted if the schema requires
 * it.
 *
 * @param checksFor the checks for one part of a request, if they depend on the caller. Default: `checks`.
 */
export function validatorCompiler(
  checks: FieldChecks,
  { malformedPath, invalid, checksFor = () => checks }: Wording & { malformedPath: Problem },
): FastifySchemaCompiler<object> {
  return ({ schema, httpPart }) => {
    const validate = validation(schema, { checksFor, invalid })
    if (httpPart === 'params')
      return (data) => ('error' in validate(data) ? { error: malformedPath } : { value: data })
    if (httpPart !== 'querystring') return validate
    const { properties = {} } = schema as { properties?: Record<string, Member> }
    return (data) => validate(withTypes(data as Record<string, unknown>, properties))
  }
}

type Member = { type?: string }

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

/**
 * Strict validation of the normal form (`normal-form.ts`) with the schemas of the contract: no coercion, no defaults,
 * unknown members are ignored. The error is one Problem with all invalid fields (at most `maxFaults`) by path.
 */
function validation(schema: object, { checksFor, invalid }: Required<Wording>): Validate {
  const compiled = lazy(() => ({ check: compileSchema(schema), normalize: normalizer(schema) }))
  return (data) => {
    const { check, normalize } = compiled()
    normalize(data)
    const checks = checksFor(data)
    if (check.call(checks, data)) return { value: data }
    return { error: problem(check.errors ?? [], { data, checks, invalid }) }
  }
}

type Wording = { invalid: Text; checksFor?: (data: unknown) => FieldChecks }

type Refused = { data: unknown; checks: FieldChecks; invalid: Text }

function problem(errors: ErrorObject[], { data, checks, invalid }: Refused): Problem {
  const details: Details = {}
  let faults = 0
  for (const error of errors) {
    const field = fieldOf(error)
    if (field in details || beyondPhotos(error) || ++faults > maxFaults) continue
    details[field] = textOf(error, data, checks)
  }
  return new Problem('validation_error', invalid, { details })
}

/** `/pickup/address` becomes `pickup.address`, `/photos/1` becomes `photos[1]`, the root becomes `body`. */
function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath
  const field = path
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  return field || 'body'
}

/** Errors of photos beyond the limit are not reported, because the list is already reported as too long. */
function beyondPhotos({ instancePath }: ErrorObject): boolean {
  const index = /^\/photos\/(\d+)$/.exec(instancePath)?.[1]
  return index !== undefined && Number(index) >= maxPhotos
}

function textOf(error: ErrorObject, data: unknown, checks: FieldChecks): Text {
  if (error.keyword !== 'x-check') return faultText(error)
  const check = checks[error.schema as keyof FieldChecks]
  return check(String(valueAt(data, error.instancePath))) ?? faultText(error)
}

function valueAt(data: unknown, instancePath: string): unknown {
  return instancePath
    .slice(1)
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], data)
}

type Params = ErrorObject['params'] & { data?: unknown }

/** Converts a validation error to a text for the developer of the client. */
function faultText({ keyword, params, data }: ErrorObject): Text {
  const text = texts[keyword]
  return text ? text({ ...params, data }) : (t) => t.fields.invalid
}

const texts: Record<string, (params: Params) => Text> = {
  required: () => (t) => t.fields.required,
  // `null` means absent, so it is not suggested: the reader looks for the missing value.
  type:
    ({ type }) =>
    (t) =>
      t.fields.type(without('null', [type].flat()).map((name) => t.fields.types[name as TypeName])),
  enum:
    ({ allowedValues }) =>
    (t) =>
      t.fields.oneOf(without(null, allowedValues)),
  minLength:
    ({ limit }) =>
    (t) =>
      limit === 1 ? t.fields.empty : t.fields.short(limit),
  maxLength:
    ({ limit }) =>
    (t) =>
      t.fields.long(limit),
  pattern: ({ pattern, data }) => patternText(String(pattern), String(data)),
  format:
    ({ format }) =>
    (t) =>
      format === 'date-time' ? t.fields.notAnInstant : t.fields.wrongForm,
  minimum:
    ({ limit }) =>
    (t) =>
      t.fields.low(limit),
  maximum:
    ({ limit }) =>
    (t) =>
      t.fields.high(limit),
  maxItems:
    ({ limit }) =>
    (t) =>
      t.fields.many(limit),
}

const without = (none: string | null, choices: string[]) => choices.filter((each) => each !== none)

type TypeName = keyof Texts['fields']['types']

/** Recognizes the patterns of the contract: text from partners, text from the app, and all special formats. */
function patternText(pattern: string, text: string): Text {
  if (/^\^(\(\?:)?\(\?=(\[|\\s)/.test(pattern))
    return (t) => (showsNothing(text) ? t.fields.nothing : t.fields.controls)
  if (pattern === platePattern) return (t) => t.fields.plate
  if (pattern.startsWith('^[^')) return (t) => t.fields.controls
  return pattern.startsWith('^(?=$|') ? (t) => t.fields.unseen : (t) => t.fields.wrongForm
}
