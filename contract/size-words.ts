import type { JobSize, Language } from './vocabulary.ts'

/** What each size means when a job is created: in the reference, the guide and the tools of the documentation. */
export const sizeWords: Record<Language, Record<JobSize, string>> = {
  en: { S: 'fits in a car', M: 'needs a small van', L: 'needs a large van', XL: 'needs a truck' },
  es: {
    S: 'cabe en un coche',
    M: 'necesita una furgoneta pequeña',
    L: 'necesita una furgoneta grande',
    XL: 'necesita un camión',
  },
}

/** One line of Markdown: `` `S` fits in a car; `M` needs a small van; … `` */
export const sizesInWords = (language: Language): string =>
  `${Object.entries(sizeWords[language])
    .map(([size, words]) => `\`${size}\` ${words}`)
    .join('; ')}.`
