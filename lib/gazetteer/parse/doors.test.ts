import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openGazetteer } from '../gazetteer.ts'
import { doorWords } from './doors.ts'

const gazetteer = openGazetteer({ home: 'es' })

/** A street and its town, in each language. */
const addresses: Record<keyof typeof doorWords, [street: string, town: string]> = {
  es: ['Calle Mayor 12', '28013 Madrid'],
  ca: ['Carrer de Balmes 12', 'Barcelona'],
  gl: ['Rúa do Franco 12', 'Santiago de Compostela'],
  eu: ['Licenciado Poza 12', 'Bilbo'],
  pt: ['Av. da Liberdade 12', 'Lisboa'],
  fr: ['12 rue de Rivoli', 'Paris'],
  it: ['Via Torino 12', 'Milano'],
  de: ['Hauptstraße 12', '80331 München'],
}

for (const [language, rows] of Object.entries(doorWords)) {
  const [street, town] = addresses[language as keyof typeof doorWords]
  describe(`doors and floors, ${language}`, () => {
    for (const [meaning, words] of Object.entries(rows)) {
      test(meaning, async () => {
        const plain = await gazetteer.locate(`${street}, ${town}`)
        assert.equal(plain.outcome, 'located')
        for (const word of words.split(' '))
          for (const door of [`${word} 3`, `2º, ${word} B`, `1º ${word} A`])
            assert.deepEqual(await gazetteer.locate(`${street}, ${door}, ${town}`), plain, door)
      })
    }
  })
}

test('words of doors that are towns too stay towns', async () => {
  for (const [address, locality] of [
    ['Calle Real 3, 2º izq, Loja, Granada', 'Loja'],
    ['Plaza Mayor 1, 18300 Loja', 'Loja'],
    ['10115 Berlin Mitte', 'Mitte'],
    ['Calle Real 10 A Coruña', 'A Coruña'],
  ] as const) {
    const answer = await gazetteer.locate(address)
    assert.equal(answer.outcome === 'located' && answer.locality, locality, address)
  }
})
