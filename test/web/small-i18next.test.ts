import assert from 'node:assert/strict'
import path from 'node:path'
import test from 'node:test'
import i18next from 'i18next'
import { createTexts, type Translate } from '../../web/src/kit/small-i18next/i18next.ts'

const folder = path.join(import.meta.dirname, '../../web/src/texts')
/** What the app loads (`web/src/area-texts.ts`); the panels use i18next itself. */
const areas = ['kit', 'signIn', 'app', 'live', 'start', 'account', 'carrier', 'documents']

async function loadTexts(language: 'en' | 'es'): Promise<Record<string, object>> {
  const read = async (area: string) => [
    area,
    (await import(`${folder}/${area === 'signIn' ? 'sign-in' : area}/${language}.ts`))[language],
  ]
  return Object.fromEntries(await Promise.all(areas.map(read)))
}

/** The keys that code asks for: without the endings of the plural. */
function keysOf(texts: object, above = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [above + name.replace(/_(one|other)$/, '')] : keysOf(text, `${above}${name}.`),
  )
}

/** A value for every name in a text; `count` is a number, and is given only where a test wants a plural. */
const valuesOf = (texts: object): Record<string, string> =>
  Object.fromEntries(
    [...JSON.stringify(texts).matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = '']) =>
      name === 'count' ? [] : [[name, `<${name}> & {{x}} $1`]],
    ),
  )

const backend = (texts: Record<string, object>) => ({
  type: 'backend' as const,
  init: () => {},
  read: (_language: string, area: string, done: (error: null, loaded: object) => void) =>
    done(null, texts[area] ?? {}),
})

for (const language of ['en', 'es'] as const) {
  test(`every text of the app is the same as with i18next: ${language}`, async () => {
    const texts = await loadTexts(language)
    const small = createTexts()
    await small.use(backend(texts)).init({ lng: language, ns: areas })
    const whole = i18next.createInstance()
    const settings = { supportedLngs: ['en', 'es'], interpolation: { escapeValue: false } } as const
    await whole.use(backend(texts)).init({ lng: language, ns: areas, fallbackLng: false, ...settings })
    let compared = 0
    for (const area of areas) {
      const ours = small.translatorOf([area])
      const theirs = whole.getFixedT(null, area) as unknown as Translate
      const values = valuesOf(texts[area] ?? {})
      for (const key of new Set(keysOf(texts[area] ?? {})))
        for (const count of [undefined, 0, 1, 2, 21, 1_000]) {
          const given = { ...values, ...(count !== undefined && { count }) }
          if (count === undefined && !hasPlain(texts[area] ?? {}, key)) continue
          assert.equal(ours(key, given), theirs(key, given), `${area}:${key}`)
          compared++
        }
    }
    assert.ok(compared > 2_000, String(compared))
  })
}

/** False for a key that exists only with the endings of the plural. */
function hasPlain(texts: object, key: string): boolean {
  const found = key
    .split('.')
    .reduce<unknown>((above, name) => (above as Record<string, unknown>)[name], texts)
  return typeof found === 'string'
}

test('a text of another area, of several areas, and a key without a text', async () => {
  const small = createTexts()
  const texts = { kit: { save: 'Save' }, app: { draft: { title: 'Draft' } }, live: { now: 'Now {{name}}' } }
  await small.use(backend(texts)).init({ lng: 'en', ns: ['kit', 'app', 'live'] })
  const t = small.translatorOf(['app', 'live'])
  assert.equal(t('draft.title'), 'Draft')
  assert.equal(t('live:now', { name: 'Ana' }), 'Now Ana')
  assert.equal(t('now'), 'Now {{name}}')
  assert.equal(t('save', { ns: 'kit' }), 'Save')
  assert.equal(t('draft.none'), 'draft.none')
  assert.equal(small.translatorOf(['app', 'live']), t)
})

test('another language loads the areas in use before it is told', async () => {
  const small = createTexts()
  const read: string[] = []
  const told: string[] = []
  await small
    .use({
      read: (language: string, area: string, done: (error: null, texts: object) => void) => {
        read.push(`${language}/${area}`)
        setImmediate(() => done(null, { a: `${language} ${area}` }))
      },
    })
    .init({ lng: 'en', ns: ['kit'] })
  const waits = small.waitsFor(['app'])
  assert.ok(waits)
  await waits
  assert.equal(small.waitsFor(['kit', 'app']), null)
  small.on('languageChanged', (language) =>
    told.push(`${language}: ${small.waitsFor(['kit', 'app']) ? 'waits' : 'there'}`),
  )
  await small.changeLanguage('es')
  assert.deepEqual(read, ['en/kit', 'en/app', 'es/kit', 'es/app'])
  assert.deepEqual(told, ['es: there'])
  assert.equal(small.translatorOf(['app'])('a'), 'es app')
})

test('texts that cannot be downloaded are an error once, and are then asked for again', async () => {
  const small = createTexts()
  let isDown = true
  small.use({
    read: (_language: string, _area: string, done: (error: Error | null, texts: object | false) => void) =>
      void setImmediate(() => (isDown ? done(new Error('offline'), false) : done(null, { a: 'here' }))),
  })
  await small.init({ lng: 'en', ns: [] })
  await small.waitsFor(['app'])
  assert.throws(() => small.waitsFor(['app']), /offline/)
  isDown = false
  await small.waitsFor(['app'])
  assert.equal(small.translatorOf(['app'])('a'), 'here')
})
