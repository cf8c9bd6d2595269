import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { partnerOperations } from '#contract/partner.ts'
import { postmanCollection } from '#contract/postman.ts'
import { sandboxOperations } from '#contract/sandbox/index.ts'
import { exampleBaseUrl, servePages } from '../../../../test/support/pages.ts'

const operations = [...partnerOperations, ...sandboxOperations]

type Variable = { key: string; value: string }
type Request = {
  method: string
  header: Variable[]
  body?: { raw: string }
  url: { raw: string; host: string[]; path: string[]; variable?: Variable[] }
}
type Item = { name: string; request: Request; response: { code: number; body: string }[] }
type Collection = {
  info: { schema: string }
  auth: { apikey: Variable[] }
  variable: Variable[]
  item: { name: string; item: Item[] }[]
}
type Environment = { values: Variable[] }

const ajv = new Ajv({ strict: false, formats: { uuid: true, 'date-time': true, uri: true } })

/** Without names: a body has one part twice, and two bodies have parts of one name. */
const compile = (schema: object) =>
  ajv.compile(JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value))))

async function download(path: string): Promise<{ headers: Headers; content: unknown }> {
  await using site = await servePages()
  const response = await fetch(site.origin + path)
  assert.equal(response.status, 200)
  return { headers: response.headers, content: await response.json() }
}

const collection = async () => (await download('/docs/postman-collection.json')).content as Collection
const environment = async () => (await download('/docs/postman-environment.json')).content as Environment

test('the files for Postman are downloads with names that Postman recognizes', async () => {
  for (const name of ['collection', 'environment']) {
    const { headers } = await download(`/docs/postman-${name}.json`)
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(headers.get('content-disposition'), `attachment; filename="dray.postman_${name}.json"`)
  }
})

test('the environment holds the address of this installation and an empty key', async () => {
  const { values } = await environment()
  assert.deepEqual(
    values.map(({ key, value }) => [key, value]),
    [
      ['base_url', exampleBaseUrl],
      ['api_key', ''],
    ],
  )
})

test('the collection has one request for each operation, with its method, path and a valid body', async () => {
  const content = await collection()
  assert.deepEqual(content, JSON.parse(JSON.stringify(postmanCollection())))
  const items = content.item.flatMap(({ item }) => item)
  assert.deepEqual(
    items.map(({ request: { method, url } }) => `${method} ${url.raw}`),
    operations.map(({ method, url }) => `${method} {{base_url}}${url}`),
  )
  for (const [index, { name, request }] of items.entries()) {
    const body = operations[index]?.body
    assert.equal(request.url.path.join('/'), operations[index]?.url.slice(1))
    if (!body) assert.equal(request.body, undefined, name)
    else assert.ok(compile(body)(JSON.parse(request.body?.raw ?? '')), name)
  }
})

test('the collection shows every response of the document, with its example', async () => {
  const content = await collection()
  const items = content.item.flatMap(({ item }) => item)
  for (const [index, { name, response }] of items.entries()) {
    const expected = Object.entries(operations[index]?.answers ?? {}).flatMap(([code, { examples }]) =>
      Object.values(examples ?? { none: null }).map((value) => [Number(code), value] as const),
    )
    assert.deepEqual(
      response.map(({ code, body }) => [code, body ? (JSON.parse(body) as unknown) : null]),
      expected,
      name,
    )
  }
})

test('every variable that the collection uses is defined in it, in its environment, or by Postman', async () => {
  const content = await collection()
  const { values } = await environment()
  const used = new Set([...JSON.stringify(content).matchAll(/\{\{([^}]+)\}\}/g)].map(([, name = '']) => name))
  const defined = [...content.variable, ...values].map(({ key }) => key)
  assert.deepEqual([...used].sort(), ['$guid', ...defined].sort())
})

test('the reference and the guide lead to the files', async () => {
  await using site = await servePages()
  const files = ['/docs/openapi.json', '/docs/postman-collection.json', '/docs/postman-environment.json']
  for (const page of ['/docs', '/docs/reference']) {
    const html = await (await fetch(site.origin + page)).text()
    for (const file of files) assert.ok(html.includes(`href="${file}"`), `${page} leads to ${file}`)
  }
})
