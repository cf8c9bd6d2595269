import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isE164 } from '../lib/phone.ts'
import { isLandline, type NumberFault, numberFault } from './recipient.ts'

const everywhere = ['*']

test('a number has one fault, and a good one has none', () => {
  const faults: [phone: string, fault: NumberFault | null][] = [
    ['+34612345678', null],
    ['+525512345678', null],
    ['+5491123456789', null],
    ['+390612345678', null],
    ['nonsense', 'not_e164'],
    ['+34', 'not_e164'],
    ['+9991234567', 'not_e164'],
    ['+5215512345678', 'mexican_one'],
    ['+54111560001234', 'argentine_mobile'],
    ['+549111560001234', 'argentine_mobile'],
    ['+4407700900123', 'national_prefix'],
    ['+4901511234567', 'national_prefix'],
    ['+330612345678', 'national_prefix'],
    ['+9109876543210', 'national_prefix'],
    ['+55011912345678', 'national_prefix'],
    ['+8109012345678', 'national_prefix'],
    ['+34803123456', 'costly'],
    ['+34901123456', 'costly'],
    ['+34900123456', 'costly'],
    ['+34905123456', 'costly'],
    ['+34701234567', 'costly'],
    ['+19005551234', 'costly'],
    ['+19000000000', 'costly'],
    ['+15005550006', 'costly'],
    ['+447012345678', 'costly'],
    ['+447640123456', 'costly'],
    ['+447600000000', 'costly'],
    ['+449000000000', 'costly'],
    ['+17105551234', 'costly'],
    ['+39892123456', 'costly'],
    ['+39895123456', 'costly'],
    ['+391661234567', 'costly'],
    ['+39178123456', 'costly'],
    ['+61500123456', 'costly'],
    ['+61190012345', 'costly'],
    ['+61147123456', 'costly'],
    ['+79541234567', 'costly'],
    ['+79551234567', null],
    ['+78091234567', 'costly'],
    ['+80012345678', 'costly'],
    ['+80812345678', 'costly'],
    ['+870773111632', 'costly'],
    ['+881612345678', 'costly'],
    ['+882161234567', 'costly'],
    ['+883510012345', 'costly'],
    ['+979123456789', 'costly'],
  ]
  for (const [phone, fault] of faults) assert.equal(numberFault(phone, everywhere), fault, phone)
})

test('SMS_COUNTRIES: only the named countries are texted; a costly number only where its digits are named', () => {
  const fault = (phone: string, ...texted: string[]) => numberFault(phone, texted)
  assert.equal(fault('+34600111222', 'PT', 'ES'), null)
  assert.equal(fault('+34600111222', 'PT'), 'not_served')
  assert.equal(fault('+34600111222'), 'not_served')
  assert.equal(fault('+881612345678', '*', '+881'), null)
  assert.equal(fault('+881612345678', 'ES', '+8816'), null)
  assert.equal(fault('+870773111632', 'ES', '+881'), 'costly')
  assert.equal(fault('+447012345678', 'GB'), 'costly')
  assert.equal(fault('+447012345678', 'GB', '+4470'), null)
  assert.equal(fault('+4407012345678', '+4470'), 'national_prefix')
})

test('SMS_COUNTRIES: a number of an unknown range belongs to the countries of its code, a known one to its own', () => {
  const unknown: [phone: string, countries: string[]][] = [
    ['+15555550100', ['US', 'CA', 'DO']],
    ['+447700900123', ['GB', 'JE']],
    ['+70912345678', ['RU', 'KZ']],
    ['+3912345678', ['IT', 'VA']],
  ]
  for (const [phone, countries] of unknown) {
    for (const country of countries) assert.equal(numberFault(phone, [country]), null, `${phone} ${country}`)
    assert.equal(numberFault(phone, ['ES']), 'not_served', phone)
  }
  const known: [phone: string, country: string, other: string][] = [
    ['+18765551234', 'JM', 'US'],
    ['+12680000000', 'AG', 'US'],
    ['+12640000000', 'AI', 'US'],
    ['+18095551234', 'DO', 'US'],
    ['+12125550123', 'US', 'JM'],
    ['+77012345678', 'KZ', 'RU'],
    ['+447781123456', 'GG', 'GB'],
    ['+358485341280', 'AX', 'SE'],
    ['+358485341280', 'FI', 'SE'],
    ['+393111047123', 'VA', 'SM'],
  ]
  for (const [phone, country, other] of known) {
    assert.equal(numberFault(phone, [country]), null, phone)
    assert.equal(numberFault(phone, [other]), 'not_served', phone)
  }
})

test('a landline receives no texts; a number that may be a mobile does', () => {
  const landlines = ['+34912345678', '+34971123456', '+442071234567', '+493012345678', '+33123456789']
  const withoutNine = ['+541123456789', '+541160001234', '+542901123456']
  for (const phone of [...landlines, ...withoutNine, '+34512345678'])
    assert.equal(isLandline(phone), true, phone)
  for (const phone of ['+34612345678', '+34712345678', '+14155552671', '+447400123456', '+5491160001234'])
    assert.equal(isLandline(phone), false, phone)
  assert.equal(isLandline('nonsense'), false)
})

type Pattern = [pattern: string, lengths?: number[]] | 0
type Plan = [code: string, prefix: unknown, pattern: string, lengths: number[], ...unknown[]]
const metadata = createRequire(import.meta.url)('libphonenumber-js/max/metadata') as {
  countries: Record<string, Plan>
  nonGeographic: Record<string, Plan>
}

/** In the order of the metadata. */
const types = [
  'fixed',
  'mobile',
  'toll_free',
  'premium',
  'personal',
  'voicemail',
  'uan',
  'pager',
  'voip',
  'shared',
]
const costly = new Set(['toll_free', 'premium', 'personal', 'pager', 'shared'])

/** Numbers of every type that the plan of a country has, by the plan itself. */
const numbersOf = ([code, , , lengths, ...rest]: Plan) =>
  (rest[7] as Pattern[] | undefined)?.flatMap((pattern, index) => {
    const type = types[index]
    if (!pattern || !pattern[0] || !type) return []
    const national = fc.stringMatching(new RegExp(`^(?:${pattern[0]})$`))
    const phones = national
      .filter(({ length }) => lengths.includes(length))
      .map((digits) => `+${code}${digits}`)
    return [{ type, phones }]
  }) ?? []

test('in every country: costly types are refused wherever they are texted, mobiles are taken there and only there', () => {
  for (const [country, plan] of Object.entries(metadata.countries))
    for (const { type, phones } of numbersOf(plan))
      fc.assert(
        fc.property(phones, (phone) => {
          if (!isE164(phone)) return
          const here = numberFault(phone, [country])
          if (costly.has(type))
            assert.ok(here === 'costly' || here === 'national_prefix', `${phone} ${country} ${type}`)
          // The plan of Argentina also has its mobiles in their domestic form, that of Russia a satellite range.
          if (type !== 'mobile' || /^\+(?:54[^9]|7954)/.test(phone)) return
          assert.equal(here, null, `${phone} ${country}`)
          assert.equal(numberFault(phone, ['ZZ']), 'not_served')
          assert.equal(isLandline(phone), false, phone)
        }),
        { numRuns: 20 },
      )
})

test('numbers of no country are refused until their digits are named', () => {
  for (const [code, plan] of Object.entries(metadata.nonGeographic))
    for (const { phones } of numbersOf(plan))
      fc.assert(
        fc.property(phones, (phone) => {
          if (!isE164(phone)) return
          assert.equal(numberFault(phone, everywhere), 'costly', phone)
          assert.equal(numberFault(phone, [`+${code}`]), null, phone)
        }),
        { numRuns: 20 },
      )
})
