import { foldedWords } from '../data/fold.ts'

/** Finds folded words in a text and returns that part of the text; null if they do not follow each other there. */
export function wordsAsWritten(text: string, folded: string): string | null {
  const wanted = folded.split(' ')
  const written = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: word, index }) =>
    foldedWords(word).map((each) => ({ word: each, from: index, to: index + word.length })),
  )
  for (let i = 0; i + wanted.length <= written.length; i++) {
    const last = written[i + wanted.length - 1]
    if (wanted.every((word, j) => written[i + j]?.word === word))
      return text.slice(written[i]?.from, last?.to).replace(/\s+/gu, ' ')
  }
  return null
}
