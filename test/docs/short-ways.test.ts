import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDray } from '../support/dray.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

test('addresses that developers try lead to the page they mean, in their language', async () => {
  for (const [url, english, spanish] of [
    ['/sandbox', '/docs/sandbox', '/docs/es/sandbox'],
    ['/sandbox/', '/docs/sandbox', '/docs/es/sandbox'],
    ['/developers', '/docs', '/docs/es'],
    ['/api', '/docs/reference', '/docs/es/reference'],
    ['/docs/api', '/docs/reference', '/docs/reference'],
    ['/docs/es/api', '/docs/es/reference', '/docs/es/reference'],
    ['/docs/sdk', '/docs/sdks', '/docs/sdks'],
    ['/docs/sdk/', '/docs/sdks', '/docs/sdks'],
    ['/docs/es/sdk', '/docs/es/sdks', '/docs/es/sdks'],
  ] as const)
    for (const [language, place] of [
      ['en', english],
      ['es', spanish],
    ] as const) {
      const answer = await fetch(app.url + url, {
        redirect: 'manual',
        headers: { 'accept-language': language },
      })
      assert.ok([302, 308].includes(answer.status), `${url}: ${answer.status}`)
      assert.equal(answer.headers.get('location'), place)
      assert.equal((await app.fetch(place)).status, 200)
    }
})

test('the API of the sandbox and the files of the SDKs are not led away', async () => {
  assert.equal((await app.fetch('/sandbox/v1/clock')).status, 401)
  assert.equal((await app.fetch('/sandbox/openapi.json')).status, 200)
  assert.equal((await app.fetch('/docs/sdk/none.tgz')).status, 404)
})
