import type { TObject, TSchema } from 'typebox'
import { type Answer, type Header, needsBody, type Operation } from './operation.ts'
import { published } from './published.ts'

/** The parts of an OpenAPI document that are not derived from its operations, and how it shows them. */
type Source<O extends Operation> = {
  info: object
  baseUrl: string
  /** The guide in prose. */
  guide?: { url: string; description: string }
  tags?: object[]
  /** Default security of the operations. */
  security?: object[]
  securitySchemes: object
  operations: readonly O[]
  /** All responses of an operation. */
  answersOf: (operation: O) => Record<number, Answer>
  /** Members of an operation in this document only. */
  membersOf?: (operation: O) => object
  /** Headers of every response. */
  commonHeaders?: Record<string, Header>
  /** Named schemas in the order in which they are shown; others follow in the order of their first use. */
  schemas?: readonly TSchema[]
}

type Schemas = Record<string, object>

/** Writes the OpenAPI 3.1 document of an API from the schemas that the server validates with. */
export function writeOpenApi<O extends Operation>(source: Source<O>) {
  const { info, baseUrl, guide, tags, security, securitySchemes, commonHeaders } = source
  const schemas: Schemas = {}
  for (const schema of source.schemas ?? []) referenced(schema, schemas)
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: baseUrl }],
    ...(guide && { externalDocs: guide }),
    ...(tags && { tags }),
    ...(security && { security }),
    paths: pathsOf(source, schemas),
    components: {
      securitySchemes,
      schemas,
      ...(commonHeaders && { headers: shownHeaders(commonHeaders) }),
    },
  }
}

function pathsOf<O extends Operation>(
  source: Source<O>,
  schemas: Schemas,
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of source.operations) {
    const path = operation.url.replace(/:(\w+)/g, '{$1}')
    const shown = shownOperation(operation, source, schemas)
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: shown }
  }
  return paths
}

function shownOperation<O extends Operation>(
  operation: O,
  { answersOf, membersOf, commonHeaders = {} }: Source<O>,
  schemas: Schemas,
): object {
  const { operationId, tag, summary, description, body, example, takesPhoto } = operation
  const content = takesPhoto ? { 'image/*': {} } : body && json(body, schemas, example && { example })
  return {
    operationId,
    ...(tag && { tags: [tag] }),
    summary,
    description,
    ...membersOf?.(operation),
    parameters: parametersOf(operation),
    ...(content && { requestBody: { required: takesPhoto === true || needsBody(operation), content } }),
    responses: Object.fromEntries(
      Object.entries(answersOf(operation)).map(([status, answer]) => [
        status,
        shownAnswer(answer, { commonHeaders, schemas, media: mediaOf(operation) }),
      ]),
    ),
  }
}

function parametersOf({ params, query, requestHeaders }: Operation): object[] {
  const headers = Object.entries(requestHeaders ?? {}).map(([name, header]) => {
    return { name, in: 'header', ...shownHeader(header) }
  })
  return [...members('path', params), ...members('query', query), ...headers]
}

function members(place: 'path' | 'query', object: TObject | undefined): object[] {
  const required = new Set(object?.required ?? [])
  return Object.entries(object?.properties ?? {}).map(([name, schema]) => {
    return { name, in: place, required: place === 'path' || required.has(name), schema: published(schema) }
  })
}

type AnswerContext = {
  commonHeaders: Record<string, Header>
  schemas: Schemas
  /** Media types of responses without a schema. */
  media: readonly string[]
}

function shownAnswer(
  { description, body, examples, headers }: Answer,
  { commonHeaders, schemas, media }: AnswerContext,
): object {
  const common = Object.keys(commonHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }])
  const all = { ...Object.fromEntries(common), ...shownHeaders(headers ?? {}) }
  const content = body
    ? json(body, schemas, examples && { examples: named(examples) })
    : media.length > 0 && Object.fromEntries(media.map((type) => [type, {}]))
  return { description, ...(Object.keys(all).length > 0 && { headers: all }), ...(content && { content }) }
}

const mediaOf = ({ streams, downloads = [] }: Operation): readonly string[] =>
  streams ? ['text/event-stream'] : downloads

const json = (schema: TSchema, schemas: Schemas, shown: object | undefined) => ({
  'application/json': { schema: referenced(schema, schemas), ...shown },
})

const named = (examples: Record<string, object>) =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))

const shownHeaders = (headers: Record<string, Header>) =>
  Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, shownHeader(header)]))

const shownHeader = ({ description, schema, required }: Header) => ({
  description,
  ...(required && { required }),
  schema,
})

/** Moves each named schema, at any depth, to `schemas` and replaces it by a `$ref`. */
function referenced(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((each) => referenced(each, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $id, ...rest } = value as { $id?: unknown }
  if (typeof $id !== 'string') return referencedMembers(value, schemas)
  if (!schemas[$id]) {
    schemas[$id] = {}
    schemas[$id] = referencedMembers(rest, schemas)
  }
  return { $ref: `#/components/schemas/${$id}` }
}

const referencedMembers = (value: object, schemas: Schemas): object =>
  Object.fromEntries(
    Object.entries(published(value)).map(([name, each]) => [name, referenced(each, schemas)]),
  )
