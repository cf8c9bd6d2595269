import assert from 'node:assert/strict'
import test from 'node:test'
import { DrayError } from '../../sdk/typescript/src/index.ts'
import { closedPort, serveLocally } from '../support/local-server.ts'
import { refusalOf, sdkOf } from '../support/sdk.ts'
import { trip } from '../support/trips.ts'

const apiKey = 'dray_test_secret'

async function helpUrlOf(link: string | undefined, path = ''): Promise<[string | null, url: string]> {
  await using server = await serveLocally((_request, response) => {
    const body = JSON.stringify({ error: 'validation_error', message: 'No.' })
    response.writeHead(400, link === undefined ? {} : { link }).end(body)
  })
  const { helpUrl } = await refusalOf(sdkOf({ apiKey }, server.url + path).estimate(trip), DrayError)
  return [helpUrl, server.url]
}

test('helpUrl is the target of the Link with rel="help", as an absolute URL', async () => {
  const links: Record<string, string> = {
    '</docs#errors>; rel="help"': '/docs#errors',
    '</docs>; rel=help': '/docs',
    '</docs>; title="Errors"; rel="help"; hreflang="en"': '/docs',
    '</v2>; rel="successor-version", </docs>; rel="help"': '/docs',
    '<docs>; REL="help"': '/docs',
  }
  for (const [link, path] of Object.entries(links)) {
    const [helpUrl, url] = await helpUrlOf(link)
    assert.equal(helpUrl, url + path, link)
  }
  const [absolute] = await helpUrlOf('<https://help.example/errors>; rel="help"')
  assert.equal(absolute, 'https://help.example/errors')
  const [below, url] = await helpUrlOf('<docs#errors>; rel="help"', '/dray/')
  assert.equal(below, `${url}/dray/docs#errors`)
})

test('helpUrl is null without such a Link, and without a response', async () => {
  for (const link of [
    undefined,
    '',
    '</docs>',
    '</docs>; rel="next"',
    '</docs>; rel="helper"',
    '<http://[>; rel="help"',
  ])
    assert.equal((await helpUrlOf(link))[0], null, link)
  const away = sdkOf({ apiKey }, `http://127.0.0.1:${await closedPort()}`, { maxRetries: 0 })
  assert.equal((await refusalOf(away.estimate(trip), DrayError)).helpUrl, null)
})

test('the API key is not in helpUrl, also if a proxy puts it there', async () => {
  const [helpUrl] = await helpUrlOf(`</docs?key=${apiKey}>; rel="help"`)
  assert.doesNotMatch(helpUrl ?? '', /secret/)
})
