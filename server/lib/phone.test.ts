import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { isE164, maskPhone, phoneCountry, phoneLanguage } from './phone.ts'

test('a customer_phone is E.164 with a possible length, assigned or not', () => {
  for (const phone of ['+34600111222', '+15555550100', '+34999999999', '+447400123456']) {
    assert.equal(isE164(phone), true, phone)
  }
})

test('everything else is refused, however a lenient reader would take it', () => {
  const wrong = [
    '',
    '600111222',
    '0034600111222',
    '+34 600 111 222',
    'tel:+34600111222',
    '+34600111222;ext=5',
    '+34600111222\n',
    '+３４６００１１１２２２',
    '+٣٤٦٠٠١١١٢٢٢',
    '+0600111222',
    '+34600',
    '+346001112223',
    '+9991234567',
    '+1234567890123456',
    '+'.repeat(100_000),
  ]
  for (const phone of wrong) assert.equal(isE164(phone), false, phone.slice(0, 30))
})

test('a number belongs to its country, also where countries share a code; a satellite phone has none', () => {
  assert.equal(phoneCountry('+34600111222'), 'ES')
  assert.equal(phoneCountry('+17875551234'), 'PR')
  assert.equal(phoneCountry('+12125550123'), 'US')
  assert.equal(phoneCountry('+881612345678'), null)
  assert.equal(phoneCountry('nonsense'), null)
})

test('the language of most people of a country, and English where Dray has none of its languages', () => {
  const cases: Record<PersonLanguage, string[]> = {
    es: ['+34600111222', '+525512345678', '+541123456789', '+17875551234'],
    pt: ['+351912345678', '+5511912345678', '+244923123456', '+258821234567', '+2389911234', '+2399812345'],
    fr: ['+33612345678', '+32470123456', '+352628123456', '+221701012345', '+212650123456', '+262692123456'],
    it: ['+393123456789', '+37866661212'],
    de: ['+4915123456789', '+43664123456', '+41781234567', '+423660234567'],
    ca: ['+376312345'],
    en: ['+12125550123', '+447400123456', '+31612345678', '+881612345678', '+15062345678'],
  }
  for (const [language, phones] of Object.entries(cases))
    for (const phone of phones) assert.equal(phoneLanguage(phone), language, phone)
})

test('a masked phone shows its country and three digits, and hides its length', () => {
  assert.equal(maskPhone('+34600111678'), '+34•••••678')
  assert.equal(maskPhone('+15555550100'), '+1•••••100')
  assert.equal(maskPhone('not a phone'), '+•••••')
})
