import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

const madrid = 'Calle Mayor 10, 28013 Madrid'

const estimate = async (pickup: string, language = 'en') =>
  await partner.call('/v1/pricing/estimate', {
    body: { size: 'M', pickup: { address: pickup }, dropoff: { address: madrid } },
    headers: { 'accept-language': language },
  })

const kilometres = async (pickup: string): Promise<number> => {
  const { status, body } = await estimate(pickup)
  assert.equal(status, 200, pickup)
  return (body['calculation_breakdown'] as { distance_km: number }).distance_km
}

test('DESIGN 6, promise 12: a town with CEDEX, a box or country letters is priced as the town', async () => {
  const toulouse = await kilometres('Toulouse, France')
  assert.ok(toulouse > 600, `${toulouse} km`)
  for (const address of [
    '31001 Toulouse Cedex 6',
    'CS 90001, 31001 Toulouse',
    'F-31001 Toulouse',
    'France, 31001 Toulouse',
  ])
    assert.equal(await kilometres(address), toulouse, address)
})

test('DESIGN 6, promise 12: a postcode among words that are not understood is refused, and never a capital', async () => {
  for (const address of [
    '31001 Blorp Cedex 6',
    '31001 Blorp',
    'F-31001',
    'Toulouse Blorp 6, 31001',
    '31001 Тулуза',
  ])
    assert.equal((await estimate(address)).status, 422, address)
})

test('7 422 says which words were not understood, in English and Spanish, and not that they are misspelt', async () => {
  for (const [language, quoted] of [
    ['en', '“Blorp Nord”'],
    ['es', '«Blorp Nord»'],
  ] as const) {
    const { body } = await estimate('31001 Blorp Nord Cedex 6', language)
    const text = (body['details'] as Record<string, string>)['pickup.address'] ?? ''
    assert.ok(text.includes(quoted), text)
    assert.doesNotMatch(text, /spelling|escrita/)
  }
})

test('7 422 quotes at most 60 characters', async () => {
  const { body } = await estimate(`28901 ${'Blorp '.repeat(40)}`)
  const text = (body['details'] as Record<string, string>)['pickup.address'] ?? ''
  assert.match(text, /“(?:Blorp ){9}Blorp…”/)
})
