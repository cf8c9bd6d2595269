import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const pages = [
  '/',
  '/docs',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/draft/abc',
  '/app',
  '/app/jobs/1',
  '/app/sw.js',
  '/carrier',
  '/photos/none.jpg',
]

test('known path and other method: 405 method_not_allowed with Allow, outside /v1 as well', async () => {
  for (const page of pages) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND']) {
      const { status, body, headers } = await app.fetch(page, {
        method,
        headers: { 'content-type': 'text/plain' },
      })
      assert.equal(status, 405, `${method} ${page}`)
      assert.equal((body as { error: string }).error, 'method_not_allowed')
      assert.equal(headers.get('allow'), 'GET, HEAD')
    }
  }
})

test('unknown path: 404 not_found for any method', async () => {
  for (const method of ['GET', 'POST', 'QUERY', 'DELETE']) {
    const { status, body } = await app.fetch('/nowhere', { method })
    assert.equal(status, 404, method)
    assert.equal((body as { error: string }).error, 'not_found')
  }
})
