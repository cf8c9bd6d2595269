import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'

/*
 * Code and documents cite `docs/spec.md` and `docs/design.md`: "spec 4.2", "spec 8, rule 3", "DESIGN 3, Life",
 * "DESIGN 6, 4".
 */
const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/**
 * What a book offers for citations: "4", "4.2" (a heading, or a numbered rule of the part), "3, Life" (a heading below
 * a section).
 */
function citableIn(book: string): Set<string> {
  const citable = new Set<string>()
  let part = ''
  for (const line of read(book).split('\n')) {
    const heading = /^(#{2,3}) (?:(\d(?:\.\d+)?)\.? )?(.+)$/.exec(line)
    if (heading?.[1] === '##') part = heading[2] ?? ''
    if (heading) citable.add(heading[2] ?? `${part}, ${heading[3]}`)
    const rule = /^(\d+)\. /.exec(line)?.[1]
    if (rule) citable.add(`${part}.${rule}`)
  }
  return citable
}

type Citation = { place: string; cited: string }

/** Each citation as the book would name it; several after one word ("spec 2.1, 2.4") count one by one. */
function citationsOf(word: RegExp): Citation[] {
  const files = globSync(
    '{server,contract,web/src,web/sw,test,docs,bench,scripts,sdk,examples}/**/*.{ts,tsx,md,sql,py}',
    {
      cwd: root,
      exclude: (name) => name.includes('node_modules') || name.includes('dist'),
    },
  )
  return files.flatMap((place) =>
    [...read(place).matchAll(word)].flatMap(([, numbers = '', name, rule]) => {
      const parts = numbers.split(/, /)
      if (rule) return [{ place, cited: `${numbers}.${rule}` }]
      // Only the entries of section 3 have names; elsewhere the words after the comma are the sentence's own.
      if (name && numbers === '3') return [{ place, cited: `3, ${name}` }]
      return parts.map((cited) => ({ place, cited }))
    }),
  )
}

const books = [
  { book: 'docs/spec.md', word: /\b[Ss]pec(?: part)? (\d(?:\.\d+)?(?:, \d\.\d+)*)(?:, ()rule (\d+))?/g },
  {
    book: 'docs/design.md',
    word: /\bDESIGN (\d(?:\.\d+)?)(?:, ([A-Z][a-z]+(?: [a-z]+)?)(?=[:.;,*)'` ]|$))?(?:,? (?:promise )?(\d+)\b)?/gm,
  },
]

for (const { book, word } of books)
  test(`each citation of ${book} resolves to a heading or rule`, () => {
    const citable = citableIn(book)
    const citations = citationsOf(word)
    assert.ok(citations.length > 20, 'the citations are found')
    const isThere = ({ cited }: Citation) => citable.has(cited) || citable.has(cited.replace(/ [a-z]+$/, ''))
    const lost = citations.filter((citation) => !isThere(citation))
    assert.deepEqual(lost, [])
  })
