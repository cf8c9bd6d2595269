import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { personLanguages } from '#contract/vocabulary.ts'
import { texts } from '../texts/index.ts'
import { type DraftSms, draftSms } from './messages.ts'
import { segments } from './segments.ts'

const link = 'https://app.example.com/draft/AbCdEfGhIjKl?phone=%2B34600111222'
const sofa: DraftSms = {
  companyName: 'Loft',
  title: 'Mueble de madera',
  pickupPlace: 'Madrid',
  dropoffPlace: 'Toledo',
  totalCents: 4_520,
  link,
  language: 'es',
  hasApp: true,
  plainLetters: [],
}
const smsOf = (change: Partial<DraftSms>) => draftSms({ ...sofa, ...change })

describe('2.7 SMS to the customer', () => {
  test('company, title, route, price, link and a note on the app, in Spanish', () => {
    assert.equal(
      smsOf({}),
      'Loft: todo listo para tu encargo. Mueble de madera, de Madrid a Toledo. Total 45,20 €. ' +
        `Revisa y confirma: ${link} Descarga la app si no la tienes.`,
    )
  })

  test('and in English', () => {
    assert.equal(
      smsOf({ language: 'en', title: 'Oak table' }),
      'Loft: your delivery is ready. Oak table, from Madrid to Toledo. Total €45.20. ' +
        `Review and confirm: ${link} Download the app if you do not have it.`,
    )
  })

  test('without an app to download it says that none is needed', () => {
    assert.match(smsOf({ hasApp: false }), / No necesitas instalar ninguna app\.$/)
    assert.match(smsOf({ hasApp: false, language: 'en' }), / No app needed\.$/)
    assert.equal(segments(smsOf({ hasApp: false })), 2)
  })

  test('the price always has two decimals', () => {
    for (const [cents, es, en] of [
      [5, '0,05 €', '€0.05'],
      [4_500, '45,00 €', '€45.00'],
      [123_450, '1234,50 €', '€1234.50'],
      [1_999, '19,99 €', '€19.99'],
    ] as const) {
      assert.match(smsOf({ totalCents: cents }), new RegExp(`Total ${es}\\.`))
      assert.match(smsOf({ totalCents: cents, language: 'en' }), new RegExp(`Total ${en}\\.`))
    }
  })

  test('the fixed texts use no 16-bit segments', () => {
    for (const language of personLanguages) assert.equal(segments(smsOf({ language })), 2, language)
  })

  test('a company that is punctuated, a title that ends with a stop, a place that is unknown', () => {
    assert.match(smsOf({ companyName: 'Muebles Loft S.L.' }), /^Muebles Loft S\.L\.: todo listo/)
    assert.match(smsOf({ title: 'Mesa y sillas.' }), /\. Mesa y sillas, de Madrid/)
    assert.match(smsOf({ dropoffPlace: '' }), /\. Mueble de madera\. Total/)
    assert.match(smsOf({ title: '', pickupPlace: '' }), /encargo\. Total/)
  })
})

const sixtyWide = 'Sofá de tres plazas con chaise longue y arcón, muy pesado'

test('SMS text, title: of more than 40 visible characters ends at a word and with "...", as "…" would cost 16-bit segments', () => {
  const plain = smsOf({ title: 'Three-seat sofa with a chaise longue and a chest' })
  assert.ok(plain.includes('. Three-seat sofa with a chaise longue..., de'), plain)
  assert.equal(segments(plain), 2)
  const exactly = 'Mesa de comedor de roble macizo de 180cm'
  assert.equal(exactly.length, 40)
  assert.ok(smsOf({ title: exactly }).includes(`. ${exactly}, de`))
  assert.ok(smsOf({ title: 'x'.repeat(200) }).includes(`. ${'x'.repeat(37)}..., de`))
})

test('SMS text, title: ends with "…" in a text that has 16-bit characters anyway', () => {
  assert.ok(smsOf({ title: sixtyWide }).includes('. Sofá de tres plazas con chaise longue y…, de'))
  assert.ok(smsOf({ title: 'e\u0301'.repeat(60) }).includes(`. ${'é'.repeat(37)}..., de`), 'é is in GSM')
  assert.ok(smsOf({ title: 'o\u0301'.repeat(60) }).includes(`. ${'ó'.repeat(39)}…, de`))
  assert.ok(smsOf({ title: '🇪🇸'.repeat(12) }).includes(`. ${'🇪🇸'.repeat(12)}, de`))
})

test('SMS text, title: never ends within a word that has an earlier end, nor with punctuation before the dots', () => {
  const words = 'Mesa, sillas (seis), lámpara, alfombra, cuadros, espejo y otras cosas'.split(' ')
  for (let count = 1; count <= words.length; count++) {
    const title = words.slice(0, count).join(' ')
    const shown = /encargo\. (.*), de Madrid/.exec(smsOf({ title }))?.[1] ?? ''
    if (title.length <= 40) assert.equal(shown, title.replace(/,$/, ''))
    else assert.ok(/[\p{L})](?:…|\.\.\.)$/u.test(shown) && shown.length <= 40, shown)
  }
})

test('SMS text, title: dots that shorten it do not make a link of "www"', () => {
  assert.match(
    smsOf({ title: `Ver ${'y'.repeat(20)} www. ${'x'.repeat(30)}` }),
    /encargo\. Ver y{20}\.\.\., de/,
  )
})

test('SMS text, title: loses control, bidi and zero-width characters', () => {
  const title = 'So\u0007\u0600f\u200ba\u202e gra\u2066n\ufeffde\r\nro\u00adjo\u{e0041}\u2028nuevo'
  assert.match(smsOf({ title }), /\. So fa grande rojo nuevo, de/)
})

test('SMS text, title: keeps the customer’s own words while they fit', () => {
  for (const title of [
    'Sofá “Túria”, 2½ plazas',
    '1.50 x 2,00 m – 12.5 kg',
    'Órgano de 3.ª mano',
    '沙发 3',
  ]) {
    assert.ok(smsOf({ title }).includes(`. ${title}, de Madrid`), title)
  }
})

test('SMS text, title: drops accents first, and only to fit', () => {
  const long = { companyName: 'Mudanzas y portes de la comarca', pickupPlace: 'San Cristóbal de La Laguna' }
  const text = smsOf({
    ...long,
    title: 'Armario “empotrado” de salón, 3 puertas…',
    dropoffPlace: 'Santa Brígida',
  })
  assert.match(
    text,
    /Armario "empotrado" de salon, 3 puertas, de San Cristobal de La Laguna a Santa Brigida\./,
  )
  assert.equal(segments(text), 2)
})

test('SMS text, title: is shortened first, then the places, then the company', () => {
  const han = { title: '书'.repeat(40), companyName: '木'.repeat(50) }
  const byTitle = smsOf(han)
  assert.match(byTitle, /^木{50}: .* 书{11,38}…, de Madrid a Toledo\./)
  const byPlaces = smsOf({ ...han, pickupPlace: '京'.repeat(60) })
  assert.match(byPlaces, /^木{50}: .* 书{11}…, de 京{12,59} a Toledo\./)
  const byCompany = smsOf({ ...han, companyName: '木'.repeat(90), pickupPlace: '京'.repeat(60) })
  assert.match(byCompany, /^木{24,89}: .* 书{11}…, de 京{12} a Toledo\./)
})

describe('SMS text: link-like parts are neutralised, in the title, the company and the places', () => {
  const hostile: [string, RegExp][] = [
    ['ver http://evil.com/a', /ver evil\. com\/a/],
    ['HTTPS://EVIL.COM', /EVIL\. COM/],
    ['hthttp://tp://evil.com', /evil\. com/],
    ['foo+bar://evil', /\bevil/],
    ['mailto:me@evil.com', /me@evil\. com/],
    ['tel:+34 600 11 12 22', /\+\*1222/],
    ['www.evil.com', /www evil\. com/],
    ['evil.com', /evil\. com/],
    ['evil\u200b.c\u2060om', /evil\. com/],
    ['evil。com', /evil\. com/],
    ['ⓔvil．ⓒom', /evil\. com/],
    ['эвил.рф', /эвил\. рф/],
    ['ｗｗｗ．ｅｖｉｌ．ｃｏｍ', /www evil\. com/],
    ['a 10.0.0.1 b', /a 10 0 0 1 b/],
    ['a 192.168.100.200 b', /a \*0200 b/],
    ['a 2001:db8::1 b', /a 2001 db8 1 b/],
    ['600111222', /\*1222/],
    ['600-111-222', /\*1222/],
    ['(+34) 600.111.222', /\*1222/],
    ['٦٠٠١١١٢٢٢', /\*١٢٢٢/],
    ['6️⃣0️⃣0️⃣1️⃣1️⃣1️⃣2️⃣2️⃣2️⃣', /\*1222/],
    ['Pedido 12345678', /Pedido \*5678/],
  ]
  for (const [text, expected] of hostile) {
    test(text, () => {
      for (const part of ['title', 'companyName', 'pickupPlace', 'dropoffPlace'] as const) {
        const sms = smsOf({ [part]: text })
        assert.match(sms, expected, part)
        assertSafe(sms, sofa)
      }
    })
  }
})

/** Malicious text, long text, and any other text a partner may send. */
const words = (maxLength: number) =>
  fc.oneof(
    fc.string({ maxLength, unit: 'grapheme' }),
    fc.string({ maxLength, unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          'http',
          '://',
          'https:',
          '//',
          'www.',
          '.',
          '。',
          '．',
          'com',
          '.es',
          'evil',
          '7',
          '600',
          ' ',
          '-',
          '/',
          '😀',
          '\u202e',
          '\u200d',
          '\u0301',
          '…',
          'á',
          '看',
          'ñ',
          'ａ',
          '①',
          '\n',
          '\u0000',
          'क्',
          '::',
          'ab:',
          '\ud800',
          'ﷺ',
        ),
        { maxLength },
      )
      .map((pieces) => pieces.join('')),
  )

const anyDraft: fc.Arbitrary<DraftSms> = fc.record({
  companyName: words(120),
  title: words(200),
  pickupPlace: words(80),
  dropoffPlace: words(80),
  totalCents: fc.integer({ min: 0, max: 10_000_000 }),
  link: fc
    .record({
      host: fc.array(fc.stringMatching(/^[a-z0-9]{1,30}$/), { minLength: 1, maxLength: 6 }),
      id: fc.stringMatching(/^[A-Za-z0-9_-]{11,22}$/),
      digits: fc.stringMatching(/^[1-9][0-9]{6,14}$/),
    })
    .map(({ host, id, digits }) => `https://${host.join('.')}.example/draft/${id}?phone=%2B${digits}`),
  language: fc.constantFrom(...personLanguages),
  hasApp: fc.boolean(),
  plainLetters: fc.subarray([...personLanguages]),
})

test('for any partner input: at most 4 segments, one link, the price, no invisible characters', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => assertSafe(draftSms(draft), draft)),
    { numRuns: 500 },
  )
})

function assertSafe(
  sms: string,
  { link, totalCents, language }: Pick<DraftSms, 'link' | 'totalCents' | 'language'>,
) {
  const total = texts[language].sms.draft.total(totalCents)
  assert.ok(sms.includes(` ${total} `) || sms.startsWith(total), 'price')
  assert.equal(sms.split(` ${link} `).length, 2, 'the link, once and whole')
  assert.doesNotMatch(sms, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
  assert.ok(sms.isWellFormed())
  assert.ok(segments(sms) <= 4, 'segments')
  // Checked without the library: 7-bit texts hold 612 characters in four segments, 16-bit texts 268.
  assert.ok(
    sms.length <= (/^[\n -_a-~¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ€]*$/.test(sms) ? 612 : 268),
    'length',
  )
  const words = sms.replace(link, '').replace(total, '')
  for (const form of [words, words.normalize('NFKC')]) {
    assert.doesNotMatch(form, /:\/\/|www\.\S|https?:\S/i)
    assert.doesNotMatch(form, /[^\s.]\.\p{L}{2}/u)
    assert.doesNotMatch(form, /\p{Nd}([ ().\-/]?\p{Nd}){6}/u)
    assert.doesNotMatch(form, /\d+\.\d+\.\d+\.\d+/)
  }
}
