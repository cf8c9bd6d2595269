import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { codeSms } from './code-message.ts'
import { foldToGsm } from './gsm.ts'
import { type DraftSms, draftSms, noticeSms } from './messages.ts'
import { inPlainLetters } from './plain-letters.ts'
import { segments } from './segments.ts'

const plainLetters = ['es'] as const
const spanish = { language: 'es', plainLetters } as const

const link = 'https://app.example.com/draft/AbCdEfGhIjKl?phone=%2B34600111222'
const sofa: DraftSms = {
  companyName: 'Muebles Ñandú',
  title: 'Sofá de 3 plazas con chaise longue',
  pickupPlace: 'Madrid',
  dropoffPlace: 'Zaragoza',
  totalCents: 28_826,
  link,
  hasApp: true,
  ...spanish,
}

describe('SMS text: letters outside the GSM alphabet', () => {
  test('an accent does not double the bill in Spanish; ñ, é and ü stay', () => {
    const text = draftSms({ ...sofa, title: 'Sofá, cigüeña y café' })
    assert.equal(
      text,
      'Muebles Ñandu: todo listo para tu encargo. Sofa, cigüeña y café, de Madrid a Zaragoza. Total 288,26 €. ' +
        `Revisa y confirma: ${link} Descarga la app si no la tienes.`,
    )
    assert.deepEqual([segments(text), segments(draftSms({ ...sofa, plainLetters: [] }))], [2, 4])
  })

  test('with the setting off, and in a language that it does not name, words stay as they are', () => {
    assert.match(draftSms({ ...sofa, plainLetters: [] }), /^Muebles Ñandú: .*Sofá de 3/)
    assert.match(draftSms({ ...sofa, language: 'en' }), /^Muebles Ñandú: .*Sofá de 3/)
    assert.match(draftSms({ ...sofa, language: 'en', plainLetters: ['en', 'es'] }), /Sofa de 3/)
  })

  test('words that stay 16-bit anyway keep their accents', () => {
    assert.match(draftSms({ ...sofa, title: 'Sofá 🛋' }), /^Muebles Ñandú: .*Sofá 🛋,/)
  })

  test('numerals and ordinals are never made into other digits or words', () => {
    for (const text of ['10² m', 'nº 5', '3.ª planta', '2½', '①', '１２']) assert.equal(foldToGsm(text), text)
  })

  test('a notice loses its accents where that saves a segment, and its link none', () => {
    const notice = {
      serviceName: 'Dray',
      title: 'Tu encargo está en camino',
      body: 'Luis lo recogió en Cádiz.',
      link: 'https://envíos.example/app/jobs/1',
    }
    const long = { ...notice, link: `https://envios.example/app/jobs/${'1'.repeat(12)}` }
    assert.match(noticeSms({ ...long, ...spanish }), /esta en camino\. Luis lo recogio en Cadiz\./)
    assert.match(noticeSms({ ...long, ...spanish, plainLetters: [] }), /está en camino\. Luis lo recogió/)
    assert.ok(noticeSms({ ...notice, ...spanish }).endsWith(notice.link), 'the link as it is')
  })
})

const words = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'á',
        'í',
        'ó',
        'ú',
        'Á',
        'ñ',
        'é',
        'ü',
        'ç',
        'ª',
        'º',
        '²',
        '½',
        '“',
        '—',
        '…',
        '€',
        '[',
        '·',
      ),
      fc.constantFrom('1', '23', '٣', '４', ' ', 'a', 'Sofá', 'o\u0301', 'www', '.com', '🛋', 'ł', 'Ω', 'ﬁ'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

const digits = (text: string) => text.match(/\p{N}/gu)?.join('') ?? ''

test('any text: plain letters never take more segments, keep every digit, and are plain when made plain again', () => {
  fc.assert(
    fc.property(words, (text) => {
      const plain = inPlainLetters(text, spanish)
      assert.ok(segments(plain) <= segments(text))
      assert.equal(digits(plain), digits(text))
      assert.equal(inPlainLetters(plain, spanish), plain)
      if (plain !== text) assert.ok(segments(plain) < segments(text))
      assert.equal(inPlainLetters(text, { ...spanish, plainLetters: [] }), text)
    }),
    { numRuns: 300 },
  )
})

test('any draft: never more segments than without plain letters, with the same link and price', () => {
  const draft = fc.record({ companyName: words, title: words, pickupPlace: words, dropoffPlace: words })
  fc.assert(
    fc.property(draft, fc.integer({ min: 0, max: 10_000_000 }), (parts, totalCents) => {
      const given = { ...sofa, ...parts, totalCents }
      const text = draftSms(given)
      assert.ok(segments(text) <= segments(draftSms({ ...given, plainLetters: [] })))
      assert.equal(text.split(` ${link} `).length, 2)
      const price = `Total ${(totalCents / 100).toFixed(2).replace('.', ',')} €.`
      assert.ok(text.includes(` ${price} `) || text.startsWith(price), text)
    }),
    { numRuns: 150 },
  )
})

test('any notice and code: never more segments, with the same link and code', () => {
  fc.assert(
    fc.property(words, words, (title, body) => {
      const notice = { serviceName: 'Dray', title, body, link, ...spanish }
      const text = noticeSms(notice)
      assert.ok(segments(text) <= 2 || !text.includes(body))
      assert.ok(text.endsWith(` ${link}`))
    }),
    { numRuns: 150 },
  )
  const code = { serviceName: 'Dray', code: '012345', host: 'app.example', ...spanish }
  assert.equal(codeSms(code), codeSms({ ...code, plainLetters: [] }))
})
