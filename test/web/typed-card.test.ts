import assert from 'node:assert/strict'
import test from 'node:test'
import { testCards } from '#contract/app/test-cards.ts'
import { expiryOf, faultsOf, shownExpiry, shownNumber } from '../../web/src/customer/card/typed-card.ts'

const now = new Date('2026-11-30T12:00:00Z')
const card = { number: '4242 4242 4242 4242', expiry: '11/26', cvc: '123' }

test('card: each test card is valid as it is shown, with a security code of its brand', () => {
  for (const { number } of testCards) {
    const cvc = number.startsWith('3') ? '1234' : '123'
    assert.deepEqual(faultsOf({ ...card, number: shownNumber(number), cvc }, now), {}, number)
  }
})

test('card: it is valid until its month ends', () => {
  assert.deepEqual(faultsOf(card, now), {})
  assert.deepEqual(faultsOf(card, new Date('2026-12-01T00:00:00Z')), { expiry: 'expired' })
})

test('card: a wrong digit, an exchanged pair, and codes of another brand are found', () => {
  for (const number of ['4242 4242 4242 4243', '4242 4242 4224 4242', '4242', '0'])
    assert.deepEqual(faultsOf({ ...card, number }, now), { number: 'numberWrong' }, number)
  assert.deepEqual(faultsOf({ ...card, cvc: '1234' }, now), { cvc: 'cvcWrong' })
  assert.deepEqual(faultsOf({ ...card, number: '3782 822463 10005' }, now), { cvc: 'cvcWrong' })
  assert.deepEqual(faultsOf({ number: '', expiry: ' ', cvc: '' }, now), {
    number: 'numberMissing',
    expiry: 'expiryMissing',
    cvc: 'cvcMissing',
  })
})

test('card: dates are read as people write them, and others are no date', () => {
  for (const [typed, month, year] of [
    ['12/34', 12, 2034],
    ['1/34', 1, 2034],
    ['0134', 1, 2034],
    [' 01 / 2034 ', 1, 2034],
  ] as const)
    assert.deepEqual(expiryOf(typed), { month, year }, typed)
  for (const typed of ['13/34', '00/34', '12/3', '12/345', 'May 34', ''])
    assert.equal(expiryOf(typed), null, typed)
  assert.deepEqual(faultsOf({ ...card, expiry: '12/2099' }, now), { expiry: 'expiryWrong' })
})

test('card: the slash comes by itself and leaves corrections possible', () => {
  for (const [typed, shown] of [
    ['1', '1'],
    ['9', '09/'],
    ['12', '12'],
    ['12/', '12/'],
    ['123', '12/3'],
    ['12/34', '12/34'],
  ] as const)
    assert.equal(shownExpiry(typed), shown, typed)
})
