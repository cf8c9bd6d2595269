import type { TSchema } from 'typebox'
import { commonHeaders } from './answers.ts'
import { DuplicateReferenceBody, ErrorBody, RateLimitBody } from './common.ts'
import type { Answer, Header, PartnerOperation } from './operation.ts'
import { Estimate, EstimateInput, Job, JobCreated, JobInput, partnerOperations } from './partner.ts'
import { published } from './published.ts'

const components: TSchema[] = [
  EstimateInput,
  Estimate,
  JobInput,
  JobCreated,
  Job,
  ErrorBody,
  DuplicateReferenceBody,
  RateLimitBody,
]

const tags = [
  { name: 'Prices', description: 'What a job would cost, before there is one.' },
  { name: 'Jobs', description: 'Hand over a job as a draft, and read what became of it.' },
]

/** The OpenAPI 3.1 document of the partner API, derived from the schemas that the server validates with. */
export function openApi(baseUrl: string, version: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dray partner API',
      version,
      description:
        'Hand over a delivery or moving job for one of your users: estimate, create a draft, read its status. Every answer ' +
        'carries the rate-limit headers. Answers may gain members within `/v1`; ignore those you do not know. Text marked ' +
        '`x-trim` loses white space at both ends before it is judged.',
      contact: { name: 'Partner support', url: `${baseUrl}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags,
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(
      partnerOperations.map((operation) => [
        operation.url.replace(/:(\w+)/g, '{$1}'),
        { [operation.method.toLowerCase()]: documented(operation) },
      ]),
    ),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'For server-side use only.' },
      },
      schemas: Object.fromEntries(components.map((schema) => [idOf(schema), inlined(schema)])),
      headers: Object.fromEntries(
        Object.entries(commonHeaders).map(([name, header]) => [name, shown(header)]),
      ),
    },
  }
}

function documented({
  operationId,
  tag,
  summary,
  description,
  params,
  requestHeaders,
  body,
  example,
  answers,
}: PartnerOperation) {
  const inPath = Object.entries(params?.properties ?? {}).map(([name, schema]) => {
    return { name, in: 'path', required: true, schema }
  })
  const inHeader = Object.entries(requestHeaders ?? {}).map(([name, header]) => {
    return { name, in: 'header', ...shown(header) }
  })
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [...inPath, ...inHeader],
    ...(body && { requestBody: { required: true, content: json(body, { example }) } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, response(answer)]),
    ),
  }
}

function response({ description, body, examples, headers }: Answer) {
  const common = Object.keys(commonHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }])
  const own = Object.entries(headers ?? {}).map(([name, header]) => [name, shown(header)])
  return {
    description,
    headers: Object.fromEntries([...common, ...own]),
    ...(body && { content: json(body, { examples: named(examples ?? {}) }) }),
  }
}

const json = (schema: TSchema, shown: { example?: object | undefined; examples?: object }) => ({
  'application/json': { schema: referenced(schema), ...shown },
})

const named = (examples: Record<string, object>) =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))

const shown = ({ description, schema, required }: Header) => ({
  description,
  ...(required && { required }),
  schema,
})

const idOf = (schema: TSchema): string => (schema as { $id?: string }).$id ?? ''

/** Replaces a named schema by a `$ref` to the components. */
function referenced(schema: TSchema): object {
  if (idOf(schema)) return { $ref: `#/components/schemas/${idOf(schema)}` }
  const { anyOf } = schema as { anyOf?: TSchema[] }
  return anyOf ? { ...schema, anyOf: anyOf.map(referenced) } : published(schema)
}

function inlined(schema: TSchema): object {
  const { $id: _, ...rest } = schema as { $id?: string }
  return published(rest)
}
