import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { partnerOperations } from '#contract/partner.ts'
import { sandboxOperations } from '#contract/sandbox/index.ts'
import { languages } from '#contract/vocabulary.ts'
import { exampleBaseUrl, servePages } from '../../../../../test/support/pages.ts'
import { contractText } from '../../../../texts/contract-text.ts'
import { helpAnchor } from '../../../errors/help.ts'
import { strictPolicy } from '../../answer-page.ts'
import { guidePath, markdownPath } from '../guide-pages.ts'
import { referenceSource } from './reference-source.ts'

const site = await servePages()
after(() => site[Symbol.asyncDispose]())
const operations = [...partnerOperations, ...sandboxOperations]
const shownPath = (url: string): string => url.replace(/:(\w+)/g, '{$1}')

/** The Markdown of each operation, up to the next heading of its level. */
function partsOf(source: string): Map<string, string> {
  const parts = source.split(/^## /m).slice(1)
  return new Map(parts.map((part) => [/\{#(\w+)\}/.exec(part)?.[1] ?? '', part]))
}

for (const language of languages) {
  const parts = partsOf(referenceSource(language))

  test(`${language}: the reference has every operation with its method, path, text, sample and form`, () => {
    for (const { operationId, method, url, summary, description } of operations) {
      const part = parts.get(operationId) ?? ''
      assert.ok(part.startsWith(contractText(summary, language)), operationId)
      assert.ok(part.includes(`\n\`${method} ${shownPath(url)}\`\n`), operationId)
      assert.ok(part.includes(contractText(description, language)), operationId)
      assert.match(part, /^curl -sS .*\{base_url\}\/(sandbox\/)?v1\//m, operationId)
      assert.ok(part.includes("-H 'X-API-Key: YOUR_TEST_KEY'"), operationId)
      assert.ok(part.includes(`{try:${operationId}}`), operationId)
    }
  })

  test(`${language}: an operation has every parameter, member, header and status of the contract`, () => {
    const namesIn = (schema: object): string[] =>
      Object.entries((schema as { properties?: object }).properties ?? {}).flatMap(([name, member]) => [
        name,
        ...namesIn((member as { items?: object }).items ?? (member as object)),
      ])
    for (const { operationId, params, query, requestHeaders, body, answers } of operations) {
      const part = parts.get(operationId) ?? ''
      const answered = Object.entries(answers)
      const names = [
        ...[params, query, body].flatMap((schema) => namesIn(schema ?? {})),
        ...Object.keys(requestHeaders ?? {}),
        ...answered
          .filter(([status]) => Number(status) < 400)
          .flatMap(([, answer]) => [...namesIn(answer.body ?? {}), ...Object.keys(answer.headers ?? {})]),
      ]
      for (const name of names) assert.match(part, new RegExp(`\\| \`[\\w.[\\]]*${name}\` \\|`), operationId)
      for (const [status] of answered)
        assert.match(part, new RegExp(`\`${status}[ \`]`), `${operationId} ${status}`)
    }
  })

  test(`${language}: every error leads to its paragraph of the guide`, () => {
    for (const { operationId, answers } of operations)
      for (const [status, { examples = {} }] of Object.entries(answers))
        for (const example of Number(status) < 400 ? [] : Object.values(examples)) {
          const { error: code = null } = example as { error?: string }
          const link = `](/docs/errors#${helpAnchor({ status: Number(status), code })})`
          assert.ok(parts.get(operationId)?.includes(link), `${operationId} ${link}`)
        }
  })

  test(`${language}: the search, the contents and the header lead to the operations`, async () => {
    const path = guidePath({ name: 'reference', language })
    const start = guidePath({ name: 'start', language })
    const found = (await (await fetch(`${site.origin}${start}/search.json`)).json()) as Found[]
    const html = await (await fetch(site.origin + path)).text()
    for (const { operationId, url, summary } of operations) {
      const entry = found.find((each) => each.url === `${path}#${operationId}`)
      assert.equal(entry?.title, contractText(summary, language))
      assert.ok(entry.text.includes(shownPath(url)), operationId)
      assert.ok(html.includes(`<li><a href="#${operationId}">`), operationId)
    }
    assert.match(html, new RegExp(`<a href="${path}" aria-current="page">`))
    assert.match(html, new RegExp(`<link rel="alternate" type="text/markdown" href="${path}.md">`))
  })
}

test('the page has the policy of every other page of the guide', async () => {
  const { headers } = await fetch(`${site.origin}/docs/reference`)
  assert.equal(headers.get('content-security-policy'), `${strictPolicy}; connect-src 'self'`)
})

test('a form holds the body of the contract, and a limit, a list and an example are told', async () => {
  const html = await (await fetch(`${site.origin}/docs/reference`)).text()
  assert.match(
    html,
    /<form [^>]*data-method="POST" data-url="\/v1\/jobs"[^>]*>[^]*?<textarea[^>]*>[^<]*order-1001/,
  )
  const markdown = await fetch(site.origin + markdownPath({ name: 'reference', language: 'es' }))
  const text = await markdown.text()
  assert.ok(text.includes('| `pickup.floor` | number | opcional |'))
  assert.ok(text.includes('De -5 a 200.') && text.includes('Ejemplo: `+447700900000`.'))
  assert.ok(text.includes(`${exampleBaseUrl}/docs/es/errors.md#geocoding_failed`))
  assert.doesNotMatch(text, /\{try:|data-tool/)
})

type Found = { url: string; title: string; text: string }
