import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '#contract/vocabulary.ts'
import { meaningOf, type Shown } from './members.ts'

const limits: [Shown, Record<Language, string>][] = [
  [{ minLength: 8 }, { en: 'At least 8 characters.', es: 'Como mínimo 8 caracteres.' }],
  [{ minLength: 1 }, { en: 'At least 1 character.', es: 'Como mínimo 1 carácter.' }],
  [{ maxLength: 200 }, { en: 'At most 200 characters.', es: 'Como máximo 200 caracteres.' }],
  [
    { minLength: 0, maxLength: 1 },
    { en: 'At most 1 character.', es: 'Como máximo 1 carácter.' },
  ],
  [
    { minLength: 3, maxLength: 5_000 },
    { en: '3 to 5,000 characters.', es: 'De 3 a 5000 caracteres.' },
  ],
  [{ minimum: -5 }, { en: 'At least -5.', es: 'Como mínimo -5.' }],
  [{ maximum: 200 }, { en: 'At most 200.', es: 'Como máximo 200.' }],
  [
    { minimum: 0, maximum: 200 },
    { en: 'From 0 to 200.', es: 'De 0 a 200.' },
  ],
]

for (const [schema, expected] of limits)
  test(`decision 42: the reference tells every limit of the contract: ${JSON.stringify(schema)}`, () => {
    for (const language of ['en', 'es'] as const)
      assert.equal(meaningOf(schema, language), expected[language])
  })
