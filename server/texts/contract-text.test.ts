import assert from 'node:assert/strict'
import test from 'node:test'
import { commonHeaders, withHelp } from '#contract/answers.ts'
import { partnerOperations } from '#contract/partner.ts'
import { sandboxOperations } from '#contract/sandbox/index.ts'
import { contractTexts } from './contract-text.ts'

/** Every `summary` and `description` at any depth; what is in an example is data. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (name === 'example' || name === 'examples') return []
    return (name === 'summary' || name === 'description') && typeof member === 'string'
      ? [member]
      : textsIn(member)
  })
}

const operations = [...partnerOperations, ...sandboxOperations].map((operation) => ({
  ...operation,
  answers: withHelp(operation.answers),
}))
const english = new Set(textsIn([commonHeaders, operations]))

test('every sentence of the contract of partners has its translation, and no translation is left over', () => {
  assert.ok(english.size > 150, 'the sentences are found')
  for (const [language, translated] of Object.entries(contractTexts)) {
    const missing = [...english].filter((text) => !translated[text] || translated[text] === text)
    assert.deepEqual(missing, [], `${language}: not translated`)
    const unused = Object.keys(translated).filter((text) => !english.has(text))
    assert.deepEqual(unused, [], `${language}: no sentence of the contract`)
  }
})

test('a translation keeps every word of code of its sentence', () => {
  const codeIn = (text: string) => new Set(text.match(/`[^`]+`/g))
  for (const translated of Object.values(contractTexts))
    for (const [text, words] of Object.entries(translated)) {
      const lost = [...codeIn(text)].filter((code) => !words.includes(code))
      assert.deepEqual(lost, [], text)
    }
})
