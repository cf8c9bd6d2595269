import assert from 'node:assert/strict'
import test from 'node:test'
import { languages } from '#contract/vocabulary.ts'
import { gsmSeptets } from '../sms/gsm.ts'
import { texts } from './index.ts'

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
