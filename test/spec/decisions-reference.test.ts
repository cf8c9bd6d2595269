import assert from 'node:assert/strict'
import test from 'node:test'
import { openApi } from '#contract/openapi.ts'
import { refusals } from '#contract/samples.ts'
import { errorCodes } from '#contract/vocabulary.ts'
import { assertConforms } from '../support/conformance.ts'
import { formats, schemasOf } from '../support/document-schemas.ts'

// The document is for tools: clients, validators and generators of test data read it without knowing Dray. `npm run
// check:reference` runs such tools over it; these tests hold what the tools rely on.

type Example = { value: unknown }
type Media = { schema: object; example?: unknown; examples?: Record<string, Example> }
type Content = { 'application/json': Media }
type Response = { description: string; headers: Record<string, object>; content?: Content }
type Operation = {
  operationId: string
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
type Document = {
  servers: { url: string }[]
  externalDocs: { url: string }
  info: { contact: { name: string; url: string }; license: { name: string } }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { headers: Record<string, object>; schemas: Record<string, object> }
}

const document = JSON.parse(JSON.stringify(openApi('https://dray.example', '0'))) as Document
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const responses = operations.flatMap(({ operationId, responses }) =>
  Object.entries(responses).map(([status, response]) => ({
    where: `${operationId} ${status}`,
    status: Number(status),
    response,
  })),
)

const faultsOf = schemasOf(document)

test('9 each operation has an example of each status it lists, and each example is valid', () => {
  let examples = 0
  for (const { where, status, response } of responses) {
    const media = response.content?.['application/json']
    if (status === 304) {
      assert.equal(media, undefined, where)
      continue
    }
    const shown = Object.entries(media?.examples ?? {})
    assert.ok(media && shown.length > 0, `${where} has an example`)
    for (const [name, { value }] of shown) assert.equal(faultsOf(media.schema, value), '', `${where} ${name}`)
    examples += shown.length
  }
  assert.ok(examples >= responses.length - 1)
})

test('9 the example of each request is valid', () => {
  const bodies = operations.flatMap(({ requestBody }) => (requestBody ? [requestBody.content] : []))
  assert.equal(bodies.length, 2)
  for (const { 'application/json': media } of bodies) assert.equal(faultsOf(media.schema, media.example), '')
})

test('9 each response lists the headers that every answer has; those that ask to wait list Retry-After', () => {
  const common = Object.keys(document.components.headers)
  assert.deepEqual(common, [
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
  ])
  for (const { where, status, response } of responses) {
    const listed = Object.keys(response.headers)
    assert.deepEqual(
      common.filter((name) => !listed.includes(name)),
      [],
      where,
    )
    assert.equal(listed.includes('Retry-After'), [409, 429, 503].includes(status), where)
  }
})

test('9 the document has only formats that tools know, and patterns that compile', () => {
  const nodes = nodesOf(document)
  const used = new Set(nodes.flatMap(({ format }) => (typeof format === 'string' ? [format] : [])))
  assert.deepEqual([...used].sort(), Object.keys(formats).sort())
  const patterns = nodes.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []))
  assert.ok(patterns.length > 5)
  for (const pattern of patterns) assert.ok(new RegExp(pattern, 'u'))
})

test('9 a response with a member or an error code of a later version is valid for the document', () => {
  const later = { ...refusals.noJob, error: 'added_later', trace: 'added later' }
  for (const { where, response } of responses) {
    const media = response.content?.['application/json']
    for (const { value } of Object.values(media?.examples ?? {}))
      assert.equal(faultsOf(media?.schema ?? {}, { ...(value as object), added_later: 1 }), '', where)
  }
  assert.equal(faultsOf({ $ref: '#/components/schemas/Error' }, later), '')
  assert.doesNotMatch(JSON.stringify(document), /"additionalProperties":false|x-open/)
})

test('9 the document names the error codes of today', () => {
  const { properties } = document.components.schemas['Error'] as {
    properties: { error: { description: string; examples: string[] } }
  }
  assert.deepEqual(properties.error.examples, [...errorCodes])
  for (const code of errorCodes) assert.ok(properties.error.description.includes(`\`${code}\``), code)
})

test('the check of the tests stays closed: it refuses a code or a member that the contract does not have', () => {
  const headers = new Headers({
    'content-type': 'application/json',
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '99',
    'x-ratelimit-reset': '1',
    'x-request-id': 'x',
    link: '</docs/errors#not_found>; rel="help"',
  })
  const answer = (body: object) => ({
    method: 'GET',
    path: '/v1/jobs/x',
    status: 404,
    headers,
    text: JSON.stringify(body),
  })
  assertConforms(answer(refusals.noJob))
  assert.throws(() => assertConforms(answer({ ...refusals.noJob, error: 'added_later' })), /the contract/)
  assert.throws(() => assertConforms(answer({ ...refusals.noJob, trace: 1 })), /the contract/)
})

test('9 the document names its server, guide, contact, licence and groups', () => {
  const { servers, externalDocs, info, tags } = document
  assert.deepEqual(
    servers.map(({ url }) => url),
    ['https://dray.example'],
  )
  assert.equal(externalDocs.url, 'https://dray.example/docs')
  assert.ok(info.contact.name && info.contact.url && info.license.name)
  for (const { name, description } of tags) assert.ok(description, name)
})

function nodesOf(node: unknown): Record<string, unknown>[] {
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.values(node).flatMap(nodesOf)
  return Array.isArray(node) ? inner : [node as Record<string, unknown>, ...inner]
}
