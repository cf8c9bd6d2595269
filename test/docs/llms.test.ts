import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { languages } from '#contract/vocabulary.ts'
import { guideNames, markdownPath } from '../../server/http/pages/docs/guide-pages.ts'
import { guideSource } from '../../server/http/pages/docs/guide-source.ts'
import { startDray } from '../support/dray.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const { text: list } = await app.fetch('/llms.txt')
const links = [...list.matchAll(/^- \[[^\]]+\]\(http:\/\/dray\.test(\/[^)]+)\)(: \S.*)?$/gm)].map(
  ([, path = '']) => path,
)

test('/llms.txt has the form of llmstxt.org: a title, a summary, headings with links', () => {
  assert.match(list, /^# Dray partner API\n\n> .+\n\n.+\n\n## /)
  const rest = list.split('\n').slice(5)
  const others = rest.filter((line) => line !== '' && !line.startsWith('## ') && !line.startsWith('- '))
  assert.deepEqual(others, [])
  assert.equal(links.length, rest.filter((line) => line.startsWith('- ')).length, 'each line is a link')
  assert.equal(
    rest.findLast((line) => line.startsWith('## ')),
    '## Optional',
  )
})

test('/llms.txt and /llms-full.txt begin with the key and the three calls', async () => {
  const { text: whole } = await app.fetch('/llms-full.txt')
  for (const text of [list, whole]) {
    assert.doesNotMatch(text, /\{(base_url|support|link_url)\}/, 'nothing is left to fill in')
    const beginning = text.split('\n## ', 2).join('\n## ')
    for (const words of [
      'http://dray.test',
      '`X-API-Key`',
      'http://dray.test/partner',
      '[POST /v1/pricing/estimate](http://dray.test/docs/estimate.md)',
      '[POST /v1/jobs](http://dray.test/docs/create.md)',
      '[GET /v1/jobs/{job_id}](http://dray.test/docs/status.md)',
    ])
      assert.ok(beginning.includes(words), words)
    assert.ok(beginning.length < 1_500)
  }
})

test('/llms.txt leads to every page as Markdown, to the documents, the tools and the SDKs', () => {
  const pages = languages.flatMap((language) => guideNames.map((name) => markdownPath({ name, language })))
  const others = ['/docs/console', '/docs/openapi.json', '/sandbox/openapi.json']
  const postman = ['/docs/postman-collection.json', '/docs/postman-environment.json']
  for (const path of [...pages, ...others, ...postman, '/llms-full.txt'])
    assert.ok(links.includes(path), path)
  assert.equal(links.filter((path) => path.startsWith('/docs/sdk/')).length, 2)
  for (const call of ['POST /sandbox/v1/price', 'POST /sandbox/v1/sms/preview'])
    assert.ok(list.includes(`[${call}](`), call)
  const [inEnglish = '', optional = ''] = list.split('## Optional')
  assert.ok(!inEnglish.includes('/docs/es/') && optional.includes('/docs/es/'), 'Spanish may be skipped')
})

test('every link of /llms.txt answers 200, and its anchor is a heading', async () => {
  for (const link of links) {
    const [path = '', anchor] = link.split('#')
    const { status, text } = await app.fetch(path)
    assert.equal(status, 200, link)
    if (anchor) assert.match(text, /^## SMS, limits, a clean start$/m, link)
  }
})

test('the guide names the pages of the company wherever it speaks of keys, in both languages', async () => {
  for (const language of languages) {
    const texts = guideNames.map((name) => guideSource({ name, language })).join('\n')
    for (const name of ['start', 'authentication', 'sandbox', 'going-live', 'errors'] as const)
      assert.ok(guideSource({ name, language }).includes('](/docs/company-pages'), `${language} ${name}`)
    assert.ok(guideSource({ name: 'company-pages', language }).includes('](/partner)'))
    assert.doesNotMatch(
      texts,
      /Only the operator issues|Solo el operador crea|second test key|segunda clave de prueba/,
    )
    assert.doesNotMatch(texts, /at most 60 seconds|60 segundos como mucho/)
  }
  const { text: page } = await app.fetch('/docs')
  assert.match(page, /<nav class="links"[^]*href="\/partner"/)
})

test('/llms-full.txt has every page', async () => {
  const { text: whole } = await app.fetch('/llms-full.txt')
  for (const name of guideNames)
    assert.ok(whole.includes(/^# .+$/m.exec(guideSource({ name, language: 'en' }))?.[0] ?? '?'), name)
})

test('the first page of the guide has its Markdown at its own address too, as the others have', async () => {
  for (const [url, place] of [
    ['/docs.md', '/docs/start.md'],
    ['/docs/es.md', '/docs/es/start.md'],
  ] as const) {
    const answer = await fetch(app.url + url, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [308, place])
    assert.equal((await app.fetch(place)).status, 200)
  }
})
