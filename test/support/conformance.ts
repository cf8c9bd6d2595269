import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import { ErrorBody, RateLimitBody } from '#contract/common.ts'
import { openApi } from '#contract/openapi.ts'
import { partnerOperations } from '#contract/partner.ts'

type ApiResponse = {
  headers: Record<string, { $ref?: string; required?: boolean; schema?: object }>
  content?: { 'application/json': { schema: object } }
}
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, ApiResponse> }>>
  components: {
    headers: Record<string, { required?: boolean; schema: object }>
    schemas: Record<string, object>
  }
}

const document = openApi('http://dray.test', '0') as unknown as Document
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  coerceTypes: false,
  formats: { uuid: isUuid, 'date-time': isInstant, uri: true },
})
ajv.addSchema({ $id: 'api', ...document })

export type Answered = { method: string; path: string; status: number; headers: Headers; text: string }

/**
 * Checks a response against the published document: the status must be listed for the operation, required headers
 * present and valid, and the body valid for its schema. The body must also be valid for the schema of the contract,
 * which is closed: the document allows members and codes of later versions, but the server must not send members
 * outside the contract. A response outside of any operation (404, 405) must have the error body.
 */
export function assertConforms({ method, path, status, headers, text }: Answered): void {
  if (path === '/v1/openapi.json') return
  const where = `${method} ${path.slice(0, 80)} → ${status}`
  const operation = operationOf(method, path)
  const response = operation ? operation.responses[String(status)] : status === 429 ? tooMany : anyError
  if (!response) assert.fail(`${where}: the status is not in the document`)
  for (const [name, header] of Object.entries(response.headers))
    checkHeader(where, { name, header, value: headers.get(name) })
  const schema = response.content?.['application/json'].schema
  if (!schema || method === 'HEAD') return assert.equal(text, '', `${where}: there must be no body`)
  assert.equal(headers.get('content-type'), 'application/json', where)
  const body: unknown = JSON.parse(text)
  check(where, compiled(schema), body)
  check(`${where}, the contract`, compiled(contractOf(method, path, status)), body)
}

const commonly = (schema: string): ApiResponse => ({
  headers: Object.fromEntries(
    Object.keys(document.components.headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})
const anyError = commonly('Error')
const tooMany = commonly('RateLimitExceeded')

function operationOf(method: string, path: string) {
  const plain = path.split('?', 1)[0] ?? ''
  const entry = Object.entries(document.paths).find(([pattern]) =>
    new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain),
  )
  return entry?.[1][method === 'HEAD' ? 'get' : method.toLowerCase()]
}

/** The schema of the body in the contract, from which the document is made. */
function contractOf(method: string, path: string, status: number): object {
  const plain = path.split('?', 1)[0] ?? ''
  const operation = partnerOperations.find(
    (each) => each.method === method && new RegExp(`^${each.url.replace(/:\w+/g, '[^/]+')}$`).test(plain),
  )
  return operation?.answers[status]?.body ?? (status === 429 ? RateLimitBody : ErrorBody)
}

type SeenHeader = {
  name: string
  header: { $ref?: string; required?: boolean; schema?: object }
  value: string | null
}

function checkHeader(where: string, { name, header, value }: SeenHeader): void {
  const shown = header.$ref ? document.components.headers[header.$ref.split('/').at(-1) ?? ''] : header
  if (value === null) return assert.ok(!shown?.required, `${where}: the header ${name} is missing`)
  const schema = shown?.schema as { type?: string }
  const typed = schema.type === 'integer' ? Number(value) : value
  check(`${where}, header ${name}`, compiled(schema), typed)
}

function check(where: string, validate: ValidateFunction, value: unknown): void {
  assert.ok(
    validate(value),
    `${where}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)?.slice(0, 500)}`,
  )
}

const cache = new Map<object, ValidateFunction>()

function compiled(schema: object): ValidateFunction {
  const known = cache.get(schema)
  if (known) return known
  const validate = ajv.compile(absolute(closed(schema)))
  cache.set(schema, validate)
  return validate
}

/** References resolve to the document. Ajv refuses two schemas with one `$id`, which those of the contract have. */
const absolute = (schema: unknown): object =>
  JSON.parse(
    JSON.stringify(schema, (name, node: unknown) => (name === '$id' ? undefined : node)).replaceAll(
      '"#/components',
      '"api#/components',
    ),
  ) as object

/** Adds `additionalProperties: false` where the contract leaves it out: in the objects inside a response. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const parts = Object.fromEntries(Object.entries(node).map(([name, part]) => [name, closed(part)]))
  return 'properties' in node && !('additionalProperties' in node)
    ? { ...parts, additionalProperties: false }
    : parts
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}
