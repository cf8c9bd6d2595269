import type { TSchema } from 'typebox'
import { type Answer, type AppOperation, needsBody } from '../operation.ts'
import { published } from '../published.ts'
import { allAnswers } from './everywhere.ts'
import { appOperations } from './index.ts'

type Schemas = Record<string, object>

/** The OpenAPI 3.1 document of the app API, derived from the schemas that the server validates with. */
export function appOpenApi(baseUrl: string, version: string) {
  const schemas: Schemas = {}
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dray app API',
      version,
      description:
        'What the app of customers and carriers is made of. A browser signs in with a cookie, anything else with a token. ' +
        'Answers may gain members within `/app/v1`; ignore those you do not know.',
    },
    servers: [{ url: baseUrl }],
    paths: pathsOf(schemas),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Of `checkCode` with `kind` `native`.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-dray_session',
          description:
            'Of `checkCode` with `kind` `web`; `dray_session` where the service has no https. What changes something also ' +
            'needs an `Origin` of the service.',
        },
      },
      schemas,
    },
  }
}

function pathsOf(schemas: Schemas): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of appOperations) {
    const path = operation.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: documented(operation, schemas) }
  }
  return paths
}

function documented(operation: AppOperation, schemas: Schemas): object {
  const { operationId, summary, description, access, params, query, body, takesPhoto } = operation
  const content = takesPhoto ? { 'image/*': {} } : body && json(body, schemas)
  const answers = Object.entries(allAnswers(operation))
  return {
    operationId,
    summary,
    description,
    security: access === 'anyone' ? [] : [{ token: [] }, { cookie: [] }],
    'x-access': access,
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(content && { requestBody: { required: takesPhoto === true || needsBody(operation), content } }),
    responses: Object.fromEntries(
      answers.map(([status, answer]) => [status, response(answer, { operation, schemas })]),
    ),
  }
}

function parameters(place: 'path' | 'query', members: AppOperation['params']): object[] {
  const required = new Set(members?.required ?? [])
  return Object.entries(members?.properties ?? {}).map(([name, schema]) => {
    return { name, in: place, required: place === 'path' || required.has(name), schema: published(schema) }
  })
}

type Context = { operation: AppOperation; schemas: Schemas }

function response({ description, body }: Answer, { operation, schemas }: Context): object {
  if (body) return { description, content: json(body, schemas) }
  return { description, ...(operation.streams && { content: { 'text/event-stream': {} } }) }
}

const json = (schema: TSchema, schemas: Schemas) => ({
  'application/json': { schema: referenced(schema, schemas) },
})

/** Moves each named schema, at any depth, to `schemas` and replaces it by a `$ref`. */
function referenced(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((each) => referenced(each, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $id, ...rest } = value as { $id?: unknown }
  if (typeof $id !== 'string') return members(value, schemas)
  if (!schemas[$id]) {
    schemas[$id] = {}
    schemas[$id] = members(rest, schemas)
  }
  return { $ref: `#/components/schemas/${$id}` }
}

const members = (value: object, schemas: Schemas): object =>
  Object.fromEntries(
    Object.entries(published(value)).map(([name, each]) => [name, referenced(each, schemas)]),
  )
