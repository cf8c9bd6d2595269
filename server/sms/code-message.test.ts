import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personLanguages } from '#contract/vocabulary.ts'
import { codeSms } from './code-message.ts'
import { segments } from './segments.ts'

test('the text of a code is one segment in every language, and ends as phones expect it', () => {
  for (const language of personLanguages) {
    const text = codeSms({
      serviceName: 'Portes',
      code: '012345',
      host: 'app.portes.example',
      language,
      plainLetters: [],
    })
    assert.equal(segments(text), 1)
    assert.match(text, /^Portes: 012345 /)
    assert.ok(text.endsWith('\n\n@app.portes.example #012345'))
  }
})
