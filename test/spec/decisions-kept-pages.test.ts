import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const kept = [
  '/',
  '/docs',
  '/docs/es/create',
  '/docs/changelog',
  '/docs/company-pages',
  '/docs/console',
  '/docs/reference',
  '/docs/create.md',
  '/docs/search.json',
  '/docs/openapi.json',
  '/docs/postman-collection.json',
  '/sandbox/openapi.json',
  '/v1/openapi.json',
  '/llms.txt',
  '/llms-full.txt',
  '/legal/terms',
]

test('pages and documents without a session have an ETag, and 304 while they are the same', async () => {
  for (const path of kept) {
    const first = await app.fetch(path)
    const etag = first.headers.get('etag') ?? ''
    assert.deepEqual([first.status, first.headers.get('cache-control')], [200, 'no-cache'], path)
    assert.match(etag, /^W\/"[\w-]{22}"$/, path)
    for (const named of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await app.fetch(path, { headers: { 'if-none-match': named } })
      assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag], path)
      assert.equal(again.headers.get('cache-control'), 'no-cache')
    }
    const other = await app.fetch(path, { headers: { 'if-none-match': 'W/"other"' } })
    assert.deepEqual([other.status, other.text], [200, first.text], path)
  }
})

test('a page in another language has another ETag, and a 304 keeps the policy of the page', async () => {
  const [english, spanish] = [await app.fetch('/docs'), await app.fetch('/docs/es')]
  assert.notEqual(english.headers.get('etag'), spanish.headers.get('etag'))
  const again = await app.fetch('/docs', { headers: { 'if-none-match': english.headers.get('etag') ?? '' } })
  assert.equal(again.headers.get('content-security-policy'), english.headers.get('content-security-policy'))
  assert.match(again.headers.get('vary') ?? '', /accept-encoding/)
})

test('pages with a session, the page of a draft and refusals are never kept', async () => {
  const html = { accept: 'text/html' }
  for (const [path, status] of [
    ['/draft/abcdefghijk', 200],
    ['/app', 200],
    ['/partner', 200],
    ['/docs/nowhere', 404],
    ['/nowhere', 404],
  ] as const) {
    const { headers, ...answer } = await app.fetch(path, { headers: { ...html, 'if-none-match': '*' } })
    assert.deepEqual([answer.status, headers.get('cache-control')], [status, 'no-store'], path)
    assert.equal(headers.get('etag'), null, path)
  }
})
