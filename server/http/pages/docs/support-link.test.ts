import assert from 'node:assert/strict'
import test from 'node:test'
import { openApi } from '#contract/openapi.ts'
import { sandboxOpenApi } from '#contract/sandbox/openapi.ts'
import { supportLink } from './support-link.ts'

test('the guide links to the contact for support, and names people where none is set', () => {
  assert.equal(supportLink('mailto:help@dray.example', 'es'), '[help@dray.example](mailto:help@dray.example)')
  assert.equal(
    supportLink('https://dray.example/help', 'en'),
    '[dray.example/help](https://dray.example/help)',
  )
  assert.equal(supportLink(null, 'en'), 'the people who run this service')
})

test('the OpenAPI document of the sandbox has the same contact', () => {
  const { info } = sandboxOpenApi('https://dray.example', '0', 'mailto:a@b.example')
  assert.partialDeepStrictEqual(info, { contact: { email: 'a@b.example' } })
})

test('the OpenAPI document has the contact for support, by default the guide', () => {
  const contactOf = (contact?: string) => openApi('https://dray.example', '0', contact).info
  const name = 'Partner support'
  assert.partialDeepStrictEqual(contactOf(), { contact: { name, url: 'https://dray.example/docs' } })
  assert.partialDeepStrictEqual(contactOf('https://a.example/x'), {
    contact: { name, url: 'https://a.example/x' },
  })
  assert.partialDeepStrictEqual(contactOf('mailto:a@b.example'), { contact: { name, email: 'a@b.example' } })
})
