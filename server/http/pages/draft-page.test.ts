import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servePages } from '../../../test/support/pages.ts'

/** Settings with a native app. */
const native = { stores: { appStoreUrl: 'https://apps.example.test/dray', playStoreUrl: null } }

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the draft page is identical for every short id and phone, with a native app and without', async () => {
  for (const settings of [native, {}]) {
    await using site = await servePages(settings)
    const one = await get(`${site.origin}/draft/7Kq2mVx9Tb4LdR?phone=%2B34612345678`)
    const other = await get(`${site.origin}/draft/0?phone=%2B15550001111&x=%3Cscript%3E`)
    assert.equal(one.status, 200)
    assert.equal(one.text, other.text)
    const shown = ({ headers }: typeof one) => [...headers].filter(([name]) => name !== 'date')
    assert.deepEqual(shown(one), shown(other))
    assert.doesNotMatch(one.text, /612345678|7Kq2mVx9Tb4LdR/)
  }
})

test('the draft page is not cached, not framed and sends no referrer', async () => {
  for (const settings of [native, {}]) {
    await using site = await servePages(settings)
    const { headers } = await get(`${site.origin}/draft/abc`)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('x-robots-tag'), 'noindex')
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.split('; ').includes(rule), `${rule} in ${policy}`)
    assert.doesNotMatch(policy, /unsafe|https?:/)
  }
})

test('a short id of another shape is a page that says there is nothing', async () => {
  await using site = await servePages()
  for (const id of ['a-b', 'x'.repeat(65), 'a%00b', 'a%2Fb', '%C3%B1', 'a.b']) {
    const { status, headers, text } = await get(`${site.origin}/draft/${id}`)
    assert.equal(status, 404, id)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(text, /There is nothing here/)
  }
})

test('the page speaks the language of the browser, and that of ?lang= before it', async () => {
  await using site = await servePages()
  const language = async (query: string, header?: string) => {
    const { headers, text } = await get(
      `${site.origin}/draft/abc${query}`,
      header ? { 'accept-language': header } : {},
    )
    assert.match(headers.get('vary') ?? '', /accept-language/i)
    assert.equal(/<html lang="(..)">/.exec(text)?.[1], headers.get('content-language'))
    return headers.get('content-language')
  }
  assert.equal(await language(''), 'en')
  assert.equal(await language('', 'es-ES,es;q=0.9,en;q=0.8'), 'es')
  assert.equal(await language('', 'fr-FR,fr;q=0.9'), 'fr')
  assert.equal(await language('', 'nl-NL,nl;q=0.9'), 'en')
  assert.equal(await language('?lang=es', 'en'), 'es')
  assert.equal(await language('?lang=en', 'es'), 'en')
  assert.equal(await language('?lang=de', 'es'), 'de')
  assert.equal(await language('?lang=nl', 'es'), 'es')
  assert.equal(await language('?lang=es&lang=en', 'en'), 'en')
})

test('the stores are offered only where they are configured, without the phone', async () => {
  await using site = await servePages({
    stores: { appStoreUrl: 'https://apps.example.test/a?b=1&c="2"', playStoreUrl: null },
  })
  const { text } = await get(`${site.origin}/draft/abc?phone=%2B34612345678`)
  assert.match(text, /data-store="apple" href="https:\/\/apps\.example\.test\/a\?b=1&#38;c=&#34;2&#34;"/)
  assert.doesNotMatch(text, /data-store="android"/)
})

test('the page promises no longer wait than there is', async () => {
  for (const [lifetimeSeconds, en, es] of [
    [172_800, 'waits 48 hours', 'espera 48 horas'],
    [3_600, 'waits 1 hour ', 'espera 1 hora '],
    [5_399, 'waits 1 hour ', 'espera 1 hora '],
    [119, 'waits 1 minute ', 'espera 1 minuto '],
    [5, 'waits less than a minute', 'espera menos de un minuto'],
  ] as const) {
    await using site = await servePages({ ...native, lifetimeSeconds })
    assert.ok((await get(`${site.origin}/draft/abc`)).text.includes(en), en)
    assert.ok((await get(`${site.origin}/draft/abc?lang=es`)).text.includes(es), es)
  }
})

test('the draft page with all it needs, its links to six other languages too, is under 16 KB', async () => {
  await using site = await servePages(native)
  const { text } = await get(`${site.origin}/draft/abc`)
  const parts = [...new Set([...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => url))]
  assert.ok(parts.length >= 4)
  const bodies = await Promise.all(parts.map((part) => get(site.origin + part)))
  for (const { status, headers } of bodies) {
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
  }
  const bytes = [text, ...bodies.map((body) => body.text)].reduce(
    (sum, part) => sum + Buffer.byteLength(part),
    0,
  )
  assert.ok(bytes < 16_000, `${bytes} bytes`)
})

test('an unknown asset is 404, and compressed assets are identical after decompression', async () => {
  await using site = await servePages()
  assert.equal((await get(`${site.origin}/assets/pages.000000000000.css`)).status, 404)
  assert.equal((await get(`${site.origin}/assets/..%2Fassets.ts`)).status, 404)
  const plain = await get(`${site.origin}/draft/abc`)
  const compressed = await get(`${site.origin}/draft/abc`, { 'accept-encoding': 'br, gzip' })
  assert.equal(compressed.headers.get('content-encoding'), 'gzip')
  assert.equal(compressed.text, plain.text)
  const refused = await get(`${site.origin}/draft/abc`, { 'accept-encoding': 'gzip;q=0, identity' })
  assert.equal(refused.headers.get('content-encoding'), null)
})
