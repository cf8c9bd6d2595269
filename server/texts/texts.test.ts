import assert from 'node:assert/strict'
import test from 'node:test'
import { type Language, languages, type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { gsmSeptets } from '../sms/gsm.ts'
import { ca } from './ca.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'
import { texts } from './index.ts'
import { it } from './it.ts'
import type { PersonTexts } from './person-texts.ts'
import { pt } from './pt.ts'

/** Every sentence without values, by its path. */
function sentencesOf(node: object, above = ''): [string, string][] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    const path = `${above}${name}`
    if (typeof value === 'string') return [[path, value]]
    return typeof value === 'object' && value !== null ? sentencesOf(value, `${path}.`) : []
  })
}

test('texts, another language than English: every sentence is translated', () => {
  const english = new Map(sentencesOf(texts.en))
  assert.ok(english.size > 150, 'the sentences are found')
  for (const language of languages.filter((each) => each !== 'en')) {
    const same = sentencesOf(texts[language]).filter(([path, text]) => text === english.get(path))
    assert.deepEqual(
      same.map(([path]) => path),
      [
        'docs.endings.completed',
        'docs.endings.cancelled',
        'docs.endings.gone',
        'doctor.checks.apps',
        'invoices.total',
        'pages.app.customer',
        'pages.app.carrier',
        'settings.fallbacks.SECRET_KEY',
        'settings.fallbacks.WORK_PORT',
        'settings.fallbacks.DRAY_SETTINGS',
        'settings.fallbacks.PHOTO_DIR',
        'settings.fallbacks.PHOTO_PUBLIC_URL',
        'settings.fallbacks.S3_ENDPOINT',
      ],
    )
  }
})

test('texts, SMS: only letters of the GSM alphabet', () => {
  for (const { sms } of Object.values(texts)) {
    const { route, total, ...fixed } = sms.draft
    const all = [sms.code('123456'), route({ pickup: 'Vigo', dropoff: 'Lugo' }), total(1_234)]
    for (const text of [...all, ...Object.values(fixed)]) assert.notEqual(gsmSeptets(text), null, text)
  }
})

const files: Record<Exclude<PersonLanguage, Language>, PersonTexts> = { pt, fr, it, de, ca }
const further = Object.keys(files) as (keyof typeof files)[]

/** Every function of texts, by its path. */
function functionsOf(node: object, above = ''): [string, (...values: never[]) => unknown][] {
  return Object.entries(node).flatMap(
    ([name, value]: [string, unknown]): [string, (...values: never[]) => unknown][] => {
      if (typeof value === 'function') return [[above + name, value as (...values: never[]) => unknown]]
      return typeof value === 'object' && value !== null ? functionsOf(value, `${above}${name}.`) : []
    },
  )
}

/** Words that name the same thing in two languages are short; a sentence that is the same was forgotten. */
const isLong = (text: string): boolean => (text.match(/\p{L}+/gu)?.length ?? 0) > 3

for (const language of further)
  test(`texts of people, ${language}: the same texts as English, none empty, no English sentence left`, () => {
    const own = files[language]
    const names = Object.keys(own) as (keyof PersonTexts)[]
    const english = Object.fromEntries(names.map((name) => [name, texts.en[name]]))
    const sentences = new Map(sentencesOf(own))
    assert.deepEqual(
      [...sentences.keys()].sort(),
      sentencesOf(english)
        .map(([path]) => path)
        .sort(),
    )
    assert.deepEqual(
      functionsOf(own)
        .map(([path]) => path)
        .sort(),
      functionsOf(english)
        .map(([path]) => path)
        .sort(),
    )
    for (const [path, text] of sentencesOf(english)) {
      const said = sentences.get(path) ?? ''
      assert.ok(said.trim() !== '' || text === '', path)
      assert.ok(said !== text || !isLong(text), `${path}: ${text}`)
      assert.doesNotMatch(said, /\s{2}|^\s|\s$|undefined/, path)
    }
  })

test('texts of people: what people never see is in English, and what they see is not', () => {
  for (const language of further) {
    assert.equal(texts[language].doctor, texts.en.doctor)
    for (const name of Object.keys(files[language]) as (keyof PersonTexts)[])
      assert.notEqual(texts[language][name], texts.en[name], name)
  }
})

test('texts of people, notices: a function of each language takes the facts and leaves no hole', () => {
  const facts = {
    ...{ what: 'Sofa', route: 'Vigo – Lugo', from: 'Vigo', who: 'Ana', code: '1234', hoursLeft: 2 },
    ...{ earnsCents: 3_930, chargedCents: 4_520, movedCents: 500 },
    window: {
      startsAt: new Date('2026-12-03T10:00:00Z'),
      endsAt: new Date('2026-12-03T12:00:00Z'),
      timeZone: 'Atlantic/Canary',
    },
  }
  const bare = { ...facts, from: '', who: '', code: null, window: null, hoursLeft: 1 }
  const holes = /\b(undefined|null|NaN)\b|\[object|\s{2}|\s[.,](\s|$)|\(\)/
  for (const language of personLanguages satisfies readonly PersonLanguage[])
    for (const notice of Object.values(texts[language].notices))
      for (const given of [facts, bare]) {
        const { title, body } = notice(given)
        for (const text of [title, body]) assert.doesNotMatch(text, holes, language)
      }
})
