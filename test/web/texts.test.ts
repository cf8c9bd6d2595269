import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { languages, personLanguages } from '#contract/vocabulary.ts'
import { areaTexts } from '../../web/src/area-texts.ts'
import { textOf } from '../../web/src/kit/texts/text-of.ts'
import { createTexts } from '../../web/src/kit/texts/texts.ts'
import { laterTexts } from '../../web/src/later-texts.ts'

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

/** The file of each area of the app for people, as the further languages have it in one file. */
const areaFolders: Record<string, string> = { signIn: 'sign-in' }
const folderOf = (area: string): string => areaFolders[area] ?? area

type Tree = { readonly [name: string]: string | Tree }
type Texts = Record<string, Tree>

const further = personLanguages.filter((each) => !languages.some((known) => known === each))
const wholeOf = async (language: string): Promise<Texts> =>
  (await import(path.join(folder, `${language}.ts`)))[language]
const areaOf = async (area: string, language: string): Promise<Tree> =>
  (await import(path.join(folder, folderOf(area), `${language}.ts`)))[language]

/** Each text takes its values, and a count chooses its ending. @returns how many texts there are. */
function everyTextIsFound(texts: Tree, { language, area }: { language: string; area: string }): number {
  const where = { names: ['area'], language, find: () => texts }
  const leaves = leavesOf(texts)
  for (const { path: at, text } of leaves) {
    const [, base = at, ending] = /^(.*)_(one|other)$/.exec(at) ?? []
    const { count, ...values } = valuesFor(text)
    const number = ending === 'one' ? 1 : 1_000
    const given = { ...values, ...((count || ending) && { count: number }) }
    const expected = text.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) =>
      name === 'count' ? String(number) : (values[name] ?? ''),
    )
    assert.equal(textOf(base, given, where), expected, `${area}/${at}`)
  }
  return leaves.length
}

for (const language of languages)
  test(`every text of the pages is found by its path and takes its values as they are typed: ${language}`, async () => {
    let found = 0
    // The documentation has texts of another form.
    for (const area of globSync('*/', { cwd: folder }).filter((name) => !name.startsWith('docs')))
      found += everyTextIsFound(await areaOf(area, language), { language, area })
    assert.ok(found > 2_000, String(found))
  })

/** Words that name the same thing in two languages are short; a sentence that is the same was forgotten. */
const isLong = (text: string): boolean => (text.match(/\p{L}+/gu)?.length ?? 0) > 3

for (const language of further)
  test(`every text of the app for people is there, with the same places, and none is empty or English: ${language}`, async () => {
    let found = 0
    for (const [area, texts] of Object.entries(await wholeOf(language))) {
      found += everyTextIsFound(texts, { language, area })
      const english = leavesOf(await areaOf(area, 'en'))
      const own = new Map(leavesOf(texts).map(({ path: at, text }) => [at, text]))
      assert.deepEqual([...own.keys()].sort(), english.map(({ path: at }) => at).sort(), area)
      for (const { path: at, text } of english) {
        const said = own.get(at) ?? ''
        assert.ok(said.trim() !== '' || text === '', `${area}/${at}`)
        assert.deepEqual(placesIn(said).sort(), placesIn(text).sort(), `${area}/${at}`)
        assert.ok(said !== text || !isLong(text), `${area}/${at}: ${text}`)
      }
    }
    assert.ok(found > 800, String(found))
  })

test('the further languages have exactly the areas that the app shows', async () => {
  const shown = Object.keys({ kit: 0, ...areaTexts, ...laterTexts }).sort()
  for (const language of further) assert.deepEqual(Object.keys(await wholeOf(language)).sort(), shown)
})

test('a count of many, and none in French, have the endings of their language', () => {
  const texts = { jobs_one: '{{count}} one', jobs_other: '{{count}} other' }
  const said = (language: string, count: number) =>
    textOf('jobs', { count }, { names: ['app'], language, find: () => texts })
  for (const language of personLanguages) {
    assert.equal(said(language, 1_000_000), '1000000 other', `${language} has a rule for millions`)
    assert.equal(said(language, 1), '1 one', language)
    assert.equal(said(language, 0), language === 'fr' ? '0 one' : '0 other', language)
  }
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

test('a further language is asked for each area once, and a panel without it does not show it', async () => {
  const texts = createTexts()
  const asked: string[] = []
  const pt = async (area: string) => {
    asked.push(area)
    return { pt: { kit: { a: 'pt kit' }, app: { a: 'pt app' } } }
  }
  texts.add(given({ kit: { a: 'kit' }, app: { a: 'app' } }), { pt })
  await texts.show('en', ['kit', 'app'])
  await texts.show('pt')
  assert.deepEqual(asked.sort(), ['app', 'kit'])
  assert.equal(asAny(texts.translatorOf(['app']))('a'), 'pt app')
  assert.equal(asAny(texts.translatorOf(['app']))('kit:a'), 'pt kit')
  await texts.show('pt')
  assert.equal(asked.length, 2)
})
