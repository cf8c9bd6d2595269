import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ErrorBody, RateLimitBody } from '#contract/common.ts'
import { openApi } from '#contract/openapi.ts'
import { Estimate, EstimateInput, Job, JobCreated, JobInput, partnerOperations } from '#contract/partner.ts'
import { refusals } from '#contract/samples.ts'
import { sandboxOperations } from '#contract/sandbox/index.ts'
import { cardOutcomes, moves } from '#contract/sandbox/moves.ts'
import { stepTypes } from '#contract/sandbox/step.ts'
import { stories } from '#contract/sandbox/stories.ts'
import {
  errorCodes,
  type JobSize,
  jobSizes,
  jobStatuses,
  type Language,
  languages,
  sandboxErrorCodes,
} from '#contract/vocabulary.ts'
import { knownCountries } from '#lib/gazetteer/data/countries.ts'
import { exampleBaseUrl, servePages } from '../../../../test/support/pages.ts'
import { cancellationRule } from '../../../jobs/cancellation.ts'
import { defaultTariff } from '../../../pricing/tariff.ts'
import { helpAnchor } from '../../errors/help.ts'
import { guideNames, guidePath, markdownPath } from './guide-pages.ts'
import { guideSource } from './guide-source.ts'

/** The reference has every name by itself. */
const written = guideNames.filter((name) => name !== 'reference')

const wholeGuide = (language: Language): string =>
  written.map((name) => guideSource({ name, language })).join('\n')

async function read(path: string): Promise<Response & { content: string }> {
  await using site = await servePages()
  const response = await fetch(site.origin + path)
  const content = await response.text()
  assert.equal(response.status, 200, path)
  return Object.assign(response, { content })
}

const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

for (const language of languages) {
  test(`${language}: the guide names every field, header, status, size, move, step, story and error of the contract`, async () => {
    const names = (schema: { properties?: object }): string[] =>
      Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [name, ...names(inner as object)])
    const words = new Set([
      ...[EstimateInput, Estimate, JobInput, JobCreated, Job, ErrorBody, RateLimitBody].flatMap(names),
      ...partnerOperations.flatMap(({ requestHeaders, answers }) => [
        ...Object.keys(requestHeaders ?? {}),
        ...Object.values(answers).flatMap((answer) => Object.keys(answer.headers ?? {})),
      ]),
      ...errorCodes,
      ...sandboxErrorCodes,
      ...jobStatuses,
      ...jobSizes,
      ...moves,
      ...cardOutcomes,
      ...stepTypes,
    ])
    const pages = await Promise.all(written.map((name) => read(markdownPath({ name, language }))))
    const guide = pages.map(({ content }) => content).join('\n')
    const missing = [...words].filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(guide))
    assert.deepEqual(missing, [])
    for (const { phone } of stories) assert.ok(guide.includes(phone), phone)
    for (const { method, url } of sandboxOperations.filter(({ operationId }) => operationId !== 'readClock'))
      assert.ok(
        guide.includes(`${method} ${url.replace(/:(\w+)/g, '{$1}')}`) || guide.includes(url),
        `${method} ${url}`,
      )
  })

  test(`${language}: every error that an operation documents has a separate paragraph`, async () => {
    const { content } = await read(guidePath({ name: 'errors', language }))
    const ids = idsOf(content)
    const examples = [...partnerOperations, ...sandboxOperations].flatMap(({ answers }) =>
      Object.entries(answers)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, { examples = {} }]) =>
          Object.values(examples).map((body) => ({
            status: Number(status),
            code: (body as { error?: string }).error ?? null,
          })),
        ),
    )
    assert.ok(examples.length > 30, 'the errors are found')
    for (const error of examples) assert.ok(ids.includes(helpAnchor(error)), JSON.stringify(error))
    for (const body of Object.values(refusals).filter(
      (each) => each !== refusals.malformed && each !== refusals.revoked,
    ))
      assert.ok(wholeGuide(language).includes(`{answer:${nameOf(body)}}`), nameOf(body))
  })

  test(`${language}: the tables of prices show the default tariff`, () => {
    const prices = guideSource({ name: 'prices', language })
    const { baseCents, stairsCentsPerFloor, handlingMinutes, stairsMinutesPerFloor } = defaultTariff
    const amount = (cents: number) => euros(cents, language)
    for (const row of [cells(baseCents, amount), cells(stairsCentsPerFloor, amount)])
      assert.ok(prices.includes(row), row)
    const minutes = (count: number) => `${count} min`
    for (const row of [cells(handlingMinutes, minutes), cells(stairsMinutesPerFloor, minutes)])
      assert.ok(prices.includes(row), row)
  })

  test(`${language}: the page of the status tells what cancelling costs`, () => {
    const page = guideSource({ name: 'status', language })
    const costly = { totalCents: 1_000_000, collectHours: 24, tripFeeCents: 0 }
    for (const size of jobSizes) {
      const { freeMinutes, lateFeeCents, collectHours } = cancellationRule({ ...costly, size })
      const connects = language === 'es' ? 'para' : 'for'
      assert.match(page, new RegExp(`(?<![\\d.,])${euros(lateFeeCents, language)} ${connects} \`${size}\``))
      assert.match(page, new RegExp(`\\b${freeMinutes} minut`))
      assert.match(page, new RegExp(`\\b${collectHours} ho(ras|urs)`))
    }
  })

  test(`${language}: the guide names the countries that the gazetteer knows`, () => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    const page = guideSource({ name: 'estimate', language })
    for (const code of knownCountries) assert.ok(page.includes(names.of(code.toUpperCase()) ?? '?'), code)
  })

  test(`${language}: every page is complete, and every link in it leads to a page and a heading`, async () => {
    await using site = await servePages()
    const pages = new Map<string, string[]>()
    const links: [string, string][] = []
    for (const name of guideNames) {
      const path = guidePath({ name, language })
      const response = await fetch(site.origin + path)
      const html = await response.text()
      assert.equal(response.headers.get('content-language'), language)
      assert.match(html, new RegExp(`<html lang="${language}">`))
      assert.doesNotMatch(
        html,
        /\{(base_url|link_url|stories|steps|sizes|support|sdk_npm|sdk_python)\}|\{(samples|answer|tool):/,
        path,
      )
      const ids = idsOf(html)
      assert.equal(new Set(ids).size, ids.length, `${path}: ids are unique`)
      pages.set(path, ids)
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) links.push([path, href])
    }
    assert.ok(links.length > 200)
    for (const [from, href] of links) {
      const url = new URL(href, site.origin + from)
      const ids = pages.get(url.pathname)
      if (url.hash) assert.ok(ids?.includes(url.hash.slice(1)), `${from} → ${href}`)
      if (!ids && url.origin === site.origin && !url.pathname.startsWith('/sandbox/'))
        assert.equal((await fetch(url)).status, 200, `${from} → ${href}`)
    }
  })
}

test('the pages of both languages have the same headings, samples, answers, tools and rows', () => {
  const shapeOf = (source: string) => ({
    directives: source.match(/^\{\S+\}$/gm),
    headings: source.match(/^#+ /gm),
    rows: source.match(/^\|/gm)?.length,
    code: source.match(/^```\w*$/gm),
  })
  for (const name of guideNames)
    assert.deepEqual(
      shapeOf(guideSource({ name, language: 'es' })),
      shapeOf(guideSource({ name, language: 'en' })),
      name,
    )
})

test('a heading has the same anchor in each language', async () => {
  for (const name of guideNames) {
    const [en, es] = await Promise.all(
      languages.map(async (language) =>
        idsOf((await read(guidePath({ name, language }))).content).filter((id) => !id.startsWith('sample-')),
      ),
    )
    assert.deepEqual(es, en, name)
  }
})

test('a page leads to itself in the other language, and as Markdown', async () => {
  const { content } = await read('/docs/es/create')
  assert.match(content, /<link rel="alternate" hreflang="en" href="\/docs\/create">/)
  assert.match(content, /<link rel="alternate" type="text\/markdown" href="\/docs\/es\/create\.md">/)
  assert.match(content, /<a class="switch" href="\/docs\/create" hreflang="en"/)
})

test('a slash at the end and the name of the first page lead to the page', async () => {
  await using site = await servePages()
  for (const [from, to] of [
    ['/docs/', '/docs'],
    ['/docs/start', '/docs'],
    ['/docs/es/start', '/docs/es'],
    ['/docs/errors/', '/docs/errors'],
  ] as const) {
    const { status, headers } = await fetch(site.origin + from, { redirect: 'manual' })
    assert.deepEqual([status, headers.get('location')], [308, to])
  }
})

test('a page as Markdown has this address, complete links and every sample', async () => {
  const { headers, content } = await read('/docs/estimate.md')
  assert.match(headers.get('content-type') ?? '', /^text\/markdown; charset=utf-8/)
  assert.match(content, /^# Estimate a price\n/)
  assert.ok(content.includes(`${exampleBaseUrl}/v1/pricing/estimate`))
  assert.ok(content.includes(`](${exampleBaseUrl}/docs/errors.md#geocoding_failed)`))
  for (const name of ['curl', 'TypeScript', 'Python', 'PHP', 'Go', 'Java', 'C#'])
    assert.match(content, new RegExp(`^\`\`\`\\w+ ${name}$`, 'm'))
})

test('the index of the search has every part of every page, and each leads to its heading', async () => {
  await using site = await servePages()
  for (const language of languages) {
    const path = guidePath({ name: 'start', language })
    const parts = (await (await fetch(`${site.origin}${path}/search.json`)).json()) as Part[]
    const found = parts.find(({ url }) => url === `${path}/once#recover-a-lost-201`)
    assert.ok(found && found.text.length > 20, language)
    for (const name of guideNames)
      assert.ok(
        parts.some(({ url }) => url === guidePath({ name, language })),
        name,
      )
    assert.doesNotMatch(JSON.stringify(parts), /\{#|data-tool|\]\(/)
  }
})

test('the document of the contract can be downloaded, uncounted', async () => {
  const { headers, content } = await read('/docs/openapi.json')
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(JSON.parse(content), JSON.parse(JSON.stringify(openApi(exampleBaseUrl, '0.1.0'))))
})

type Part = { url: string; page: string; title: string; text: string }

const nameOf = (body: object): string =>
  Object.entries(refusals).find(([, each]) => each === body)?.[0] ?? '?'

const cells = (amounts: Record<JobSize, number>, shown: (amount: number) => string): string =>
  `| ${jobSizes.map((size) => shown(amounts[size])).join(' | ')} |`

/** `€15` in English, `15 €` in Spanish. */
const euros = (cents: number, language: Language): string =>
  language === 'es' ? `${cents / 100} €` : `€${cents / 100}`
