import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressWords, maxSlowSeconds } from '#contract/sandbox/words.ts'
import { located } from '../../test/support/geocoding.ts'
import { findFailure, withAddressWords } from './address-words.ts'

test('each example of the catalogue is found, and its words in other text, case and spacing', () => {
  for (const [name, { example }] of Object.entries(addressWords))
    for (const address of [
      example,
      example.toUpperCase(),
      `Calle Mayor 1,\n${example.replaceAll(' ', '  ')}, Spain`,
    ])
      assert.equal(findFailure(address)?.name, name, address)
  for (const address of ['Calle Mayor 10, 28013 Madrid', 'Sandbox', 'Sand box island', 'not found'])
    assert.equal(findFailure(address), null, address)
})

test('slow takes 1 to 20 seconds; any other number is not found', () => {
  for (const seconds of [1, 8, maxSlowSeconds])
    assert.deepEqual(findFailure(`Sandbox slow ${seconds}s`), { name: 'slow', seconds })
  assert.deepEqual(findFailure('Sandbox slow 8 s, Madrid'), { name: 'slow', seconds: 8 })
  for (const wrong of [
    'Sandbox slow',
    'Sandbox slow 0s',
    'Sandbox slow 21s',
    'Sandbox slow -1s',
    'Sandbox slow 8m',
  ])
    assert.equal(findFailure(wrong)?.name, 'not_found', wrong)
})

test('an address with a word never reaches the geocoder, also not by peek; every other one does', async () => {
  const asked: string[] = []
  const note = (address: string) => {
    asked.push(address)
    return located()
  }
  const geocoder = { peek: note, geocode: async (address: string) => note(address) }
  const waited: number[] = []
  const refusals = { key_revoked: new Error('revoked'), rate_limited: new Error('too many') }
  const wait = async (seconds: number) => void waited.push(seconds)
  const wrapped = withAddressWords(geocoder, { wait, refusals })
  const { internal_error, key_revoked, rate_limited, ...answered } = addressWords
  for (const { example } of Object.values(answered)) {
    assert.equal(wrapped.peek(example), undefined)
    await wrapped.geocode(example)
  }
  for (const { example } of [internal_error, key_revoked, rate_limited])
    assert.equal(wrapped.peek(example), undefined)
  await assert.rejects(wrapped.geocode(internal_error.example), /asked for a fault/)
  await assert.rejects(wrapped.geocode(key_revoked.example), refusals.key_revoked)
  await assert.rejects(wrapped.geocode(rate_limited.example), refusals.rate_limited)
  assert.deepEqual([asked, waited], [[], [8]])
  assert.deepEqual(wrapped.peek('Madrid'), located())
  assert.deepEqual(await wrapped.geocode('Madrid'), located())
  assert.deepEqual(asked, ['Madrid', 'Madrid'])
})
