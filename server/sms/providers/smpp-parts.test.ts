import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import smpp from 'smpp'
import { gsmBytes } from '../gsm.ts'
import { partsOf, wholeText } from './smpp-parts.ts'

const everyGsmCharacter =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€'

const headerBytes = 6
const bodyOf = (part: { hasHeader: boolean; bytes: Buffer }) =>
  part.hasHeader ? part.bytes.subarray(headerBytes) : part.bytes

/** Reads the parts with the coder of the package, which is not ours. */
function readBack(text: string, reference = 7): string {
  const parts = partsOf(text, reference)
  const { ASCII, UCS2 } = smpp.encodings
  const coder = parts[0]?.dataCoding === 8 ? UCS2 : ASCII
  return coder.decode(Buffer.concat(parts.map(bodyOf)))
}

test('every character of the GSM alphabet has the code that another coder gives it', () => {
  for (const character of everyGsmCharacter)
    assert.deepEqual(gsmBytes(character), smpp.encodings.ASCII.encode(character), JSON.stringify(character))
  assert.equal(gsmBytes('á'), null)
  assert.equal(gsmBytes('a\u001b'), null)
})

test('a text of up to 160 septets, or 70 characters in UCS-2, is one message', () => {
  for (const [text, count] of [
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['á'.repeat(70), 1],
    ['á'.repeat(71), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['á'.repeat(134), 2],
    ['á'.repeat(135), 3],
    ['', 1],
  ] as const)
    assert.equal(partsOf(text, 0).length, count, `${text.length} of ${text[0]}`)
})

test('the parts of a text count from 1 and share one reference', () => {
  const parts = partsOf('a'.repeat(400), 250)
  assert.deepEqual(
    parts.map(({ bytes }) => [...bytes.subarray(0, headerBytes)]),
    [1, 2, 3].map((number) => [5, 0, 3, 250, 3, number]),
  )
})

test('a whole text has no header', () => {
  assert.deepEqual(wholeText('a'.repeat(400)), {
    dataCoding: 0,
    hasHeader: false,
    bytes: Buffer.alloc(400, 'a'),
  })
})

test('any text is read back from its parts, and no part splits a character', () => {
  const gsmText = fc
    .array(fc.constantFrom(...everyGsmCharacter), { maxLength: 700 })
    .map((all) => all.join(''))
  const anyText = fc.string({ unit: 'grapheme', maxLength: 300 })
  fc.assert(
    fc.property(fc.oneof(gsmText, anyText), (text) => {
      assert.equal(readBack(text), text)
      for (const part of partsOf(text, 7)) {
        const body = bodyOf(part)
        assert.ok(part.bytes.length <= (part.dataCoding === 0 ? 160 : 140))
        if (part.dataCoding === 0) assert.notEqual(body.at(-1), 27)
        else assert.doesNotMatch(body.swap16().toString('utf16le'), /[\ud800-\udbff]$/)
      }
    }),
  )
})
