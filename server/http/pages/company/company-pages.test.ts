import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { legalPaths } from '#contract/company.ts'
import { personLanguages } from '#contract/vocabulary.ts'
import { servePages } from '../../../../test/support/pages.ts'
import { readLegalTexts } from './legal-texts.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'dray-legal-'))
const file = (name: string, text: string): string => {
  const place = path.join(folder, name)
  writeFileSync(place, text)
  return place
}
const none = { help: null, terms: null, privacy: null, imprint: null }
const acme = {
  legal_name: 'Acme & Söhne SL',
  tax_number: 'ESB12345678',
  address: 'Calle Mayor 1, 28013 Madrid',
  terms_version: null,
  has_privacy_notice: false,
  contact: 'mailto:help@acme.example',
}

async function read(origin: string, place: string, language = 'en') {
  const answer = await fetch(`${origin}${place}`, {
    headers: { 'accept-language': language, 'accept-encoding': 'identity' },
    redirect: 'manual',
  })
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    html: await answer.text(),
    answer,
  }
}

test('without settings each page answers, says what is not known, and says whom to ask', async () => {
  await using site = await servePages()
  for (const place of Object.values(legalPaths))
    for (const [language, ask] of [
      ['en', /ask the company that|To the company|There is no common contact/],
      ['es', /pregunta a la empresa que/],
    ] as const) {
      const { status, html, answer } = await read(site.origin, place, language)
      assert.equal(status, 200)
      assert.equal(answer.headers.get('content-language'), language)
      assert.match(html, ask, `${place} ${language}`)
      assert.doesNotMatch(html, /undefined|null|\{\w+\}/)
    }
})

test('the company and its contact are named where they are known, as text', async () => {
  await using site = await servePages({ company: acme })
  const { html } = await read(site.origin, '/legal/imprint')
  for (const known of [
    'Acme &#38; Söhne SL',
    'ESB12345678',
    'Calle Mayor 1',
    'href="mailto:help@acme.example"',
  ])
    assert.ok(html.includes(known), known)
  for (const place of ['/help', '/legal/terms', '/legal/privacy'])
    assert.match((await read(site.origin, place)).html, /href="mailto:help@acme.example"/)
  assert.match((await read(site.origin, '/')).html, /A service of Acme &#38; Söhne SL/)
})

test('an address of the company is where its page leads, in the language of the reader', async () => {
  const legalSources = { ...none, terms: 'https://acme.example/{language}/terms' }
  await using site = await servePages({ company: acme, legalSources })
  for (const [asked, language] of [
    ['', 'es'],
    ['?lang=en', 'en'],
  ]) {
    const { status, location } = await read(site.origin, `/legal/terms${asked}`, 'es')
    assert.deepEqual([status, location], [302, `https://acme.example/${language}/terms`])
  }
})

test('an address names the languages that it has; readers of others are led to the nearest of them', async () => {
  const legalSources = {
    ...none,
    terms: 'https://acme.example/{language:en,es,fr}/terms',
    privacy: 'https://acme.example/{language}/privacy',
  }
  await using site = await servePages({ company: acme, legalSources })
  for (const [place, reader, language] of [
    ['terms', 'fr', 'fr'],
    ['terms', 'ca', 'es'],
    ['terms', 'de', 'en'],
    ['privacy', 'fr', 'en'],
    ['privacy', 'pt', 'es'],
  ]) {
    const { status, location } = await read(site.origin, `/legal/${place}`, reader)
    assert.deepEqual([status, location], [302, `https://acme.example/${language}/${place}`], reader)
  }
})

test('files of the company are read in each language that has one, and the nearest is shown for the others', async () => {
  const files = Object.fromEntries(
    ['en', 'es', 'ca'].map((language) => [language, file(`privacy.${language}.md`, `# In ${language}\n`)]),
  )
  const privacy = (files['en'] ?? '').replace('.en.', '.{language}.')
  await using site = await servePages({ company: acme, legalSources: { ...none, privacy } })
  for (const [reader, shown] of [
    ['ca', 'ca'],
    ['pt', 'es'],
    ['de', 'en'],
    ['en', 'en'],
  ]) {
    const { html, answer } = await read(site.origin, '/legal/privacy', reader)
    assert.ok(html.includes(`<h1>In ${shown}</h1>`), reader)
    assert.equal(answer.headers.get('content-language'), reader)
    assert.match(html, shown === reader ? /<article>/ : new RegExp(`<article lang="${shown}">`))
  }
})

test('a text of the company is a page with its version; a missing language is answered in the other', async () => {
  const terms = file('terms.es.md', '# Condiciones de Acme\n\n- Se paga al entregar\n').replace(
    '.es.',
    '.{language}.',
  )
  const company = { ...acme, terms_version: '2026-12' }
  await using site = await servePages({ company, legalSources: { ...none, terms } })
  const spanish = await read(site.origin, '/legal/terms', 'es')
  assert.match(spanish.html, /<h1>Condiciones de Acme<\/h1>/)
  assert.match(spanish.html, /<li>Se paga al entregar/)
  assert.match(spanish.html, /Versión 2026-12/)
  assert.match((await read(site.origin, '/legal/terms', 'en')).html, /<article lang="es">/)
})

test('tags, scripts and pictures of a text are not run and not loaded', async () => {
  const privacy = file(
    'odd.md',
    'Hello <script>alert(1)</script>\n\n<img src=x>\n\n![logo](https://other.example/x.png)\n',
  )
  await using site = await servePages({ legalSources: { ...none, privacy } })
  const { html, answer } = await read(site.origin, '/legal/privacy')
  assert.doesNotMatch(html, /<script>alert|<img src=(x|"https)/)
  assert.match(html, /<h1>Privacy notice<\/h1>/)
  assert.match(answer.headers.get('content-security-policy') ?? '', /script-src 'self'/)
})

test('every file that cannot be read is named at the start', () => {
  const absent = path.join(folder, 'absent.{language}.md')
  assert.throws(
    () => readLegalTexts({ ...none, terms: absent, help: absent }),
    /HELP_PAGE names .*\n?.*LEGAL_TERMS names /s,
  )
})

test('the first page speaks to customers and carriers before developers, and links to the company', async () => {
  await using site = await servePages()
  for (const language of personLanguages) {
    const { html } = await read(site.origin, '/', language)
    const order = ['href="/app"', 'href="/carrier"', 'href="/help"', '/docs', '/legal/terms'].map((part) =>
      html.indexOf(part),
    )
    assert.ok(
      order.every((place, index) => place > 0 && place > (order[index - 1] ?? 0)),
      String(order),
    )
    for (const place of Object.values(legalPaths))
      assert.ok(html.includes(`href="${place}?lang=${language}"`))
  }
})
