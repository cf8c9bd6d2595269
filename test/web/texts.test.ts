import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { languages } from '#contract/vocabulary.ts'
import { textOf } from '../../web/src/kit/texts/text-of.ts'
import { createTexts } from '../../web/src/kit/texts/texts.ts'

const folder = path.join(import.meta.dirname, '../../web/src/texts')

type Leaf = { path: string; text: string }

const leavesOf = (texts: object, above = ''): Leaf[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [{ path: above + name, text }] : leavesOf(text, `${above}${name}.`),
  )

const placesIn = (text: string): string[] => text.match(/\{\{\w+\}\}/g) ?? []

/** A value for each place of a text, which looks like a place and like a pattern itself. */
const valuesFor = (text: string): Record<string, string> =>
  Object.fromEntries(placesIn(text).map((place) => [place.slice(2, -2), '<b> & {{x}} $1 $&']))

for (const language of languages)
  test(`every text of the pages is found by its path and takes its values as they are typed: ${language}`, async () => {
    let found = 0
    // The documentation has texts of another form.
    for (const area of globSync('*/', { cwd: folder }).filter((name) => !name.startsWith('docs'))) {
      const texts = (await import(path.join(folder, area, `${language}.ts`)))[language]
      const where = { names: ['area'], language, find: () => texts }
      for (const { path: at, text } of leavesOf(texts)) {
        const [, base = at, ending] = /^(.*)_(one|other)$/.exec(at) ?? []
        const { count, ...values } = valuesFor(text)
        const number = ending === 'one' ? 1 : 1_000
        const given = { ...values, ...((count || ending) && { count: number }) }
        const expected = text.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) =>
          name === 'count' ? String(number) : (values[name] ?? ''),
        )
        assert.equal(textOf(base, given, where), expected, `${area}${at}`)
        found++
      }
    }
    assert.ok(found > 2_000, String(found))
  })

test('a count chooses the singular of one alone, and a text without endings serves every count', () => {
  const texts = { jobs_one: '{{count}} job', jobs_other: '{{count}} jobs', all: 'All {{count}}' }
  const said = (path: string, count: number) =>
    textOf(path, { count }, { names: ['app'], language: 'es', find: () => texts })
  assert.deepEqual(
    [0, 1, 2, 21, 1_000].map((count) => said('jobs', count)),
    ['0 jobs', '1 job', '2 jobs', '21 jobs', '1000 jobs'],
  )
  assert.equal(said('all', 1), 'All 1')
})

const given = (areas: Record<string, object>) =>
  Object.fromEntries(
    Object.entries(areas).map(([name, texts]) => [
      name,
      { en: async () => ({ en: texts }), es: async () => ({ es: texts }) },
    ]),
  )

/** Keys of areas that are not those of the pages. */
const asAny = (translate: unknown) => translate as (key: string, values?: object) => string

test('a text of another area, of several areas, and a key without a text', async () => {
  const texts = createTexts()
  texts.add(
    given({ kit: { save: 'Save' }, app: { draft: { title: 'Draft' } }, live: { now: 'Now {{name}}' } }),
  )
  await texts.show('en', ['kit', 'app', 'live'])
  const t = asAny(texts.translatorOf(['app', 'live']))
  assert.equal(t('draft.title'), 'Draft')
  assert.equal(t('live:now', { name: 'Ana' }), 'Now Ana')
  assert.equal(t('now'), 'Now {{name}}')
  assert.equal(t('kit:save'), 'Save')
  assert.equal(t('draft.none'), 'draft.none')
  assert.equal(texts.translatorOf(['app', 'live']), t)
  assert.equal(texts.find(['app'], 'draft.title'), 'Draft')
  for (const path of ['draft.none', 'draft', 'constructor', 'draft.toString', '__proto__.x', '']) {
    assert.equal(texts.find(['app'], path), null, path)
    assert.equal(t(path, { constructor: 1 }), path)
  }
})

test('another language loads the areas in use before it is told', async () => {
  const texts = createTexts()
  const read: string[] = []
  const told: string[] = []
  const source = (area: string) => (language: string) => async () => {
    read.push(`${language}/${area}`)
    await new Promise(setImmediate)
    const of = { a: `${language} ${area}` }
    return { en: of, es: of }
  }
  const [kit, app] = ['kit', 'app'].map(source)
  assert.ok(kit && app)
  texts.add({ kit: { en: kit('en'), es: kit('es') }, app: { en: app('en'), es: app('es') } })
  await texts.show('en', ['kit'])
  const waits = texts.waitsFor(['app'])
  assert.ok(waits)
  await waits
  assert.equal(texts.waitsFor(['kit', 'app']), null)
  const end = texts.onShown((language) =>
    told.push(`${language}: ${texts.waitsFor(['kit', 'app']) ? 'waits' : 'there'}`),
  )
  await texts.show('es')
  assert.deepEqual(read, ['en/kit', 'en/app', 'es/kit', 'es/app'])
  assert.deepEqual(told, ['es: there'])
  assert.equal(asAny(texts.translatorOf(['app']))('a'), 'es app')
  end()
  await texts.show('en')
  assert.deepEqual(told, ['es: there'])
})

test('texts that cannot be downloaded are an error once, and are then asked for again', async () => {
  const texts = createTexts()
  let isDown = true
  const load = async () => {
    if (isDown) throw new Error('offline')
    return { en: { a: 'here' }, es: { a: 'here' } }
  }
  texts.add({ app: { en: load, es: load } })
  await texts.show('en', [])
  await texts.waitsFor(['app'])
  assert.throws(() => texts.waitsFor(['app']), /offline/)
  isDown = false
  await texts.waitsFor(['app'])
  assert.equal(asAny(texts.translatorOf(['app']))('a'), 'here')
})
