import { type Language, languages } from '#contract/vocabulary.ts'

/** The supported language that `Accept-Language` prefers, or null. */
export function preferredLanguage(header: string | undefined): Language | null {
  if (!header) return null
  const ranked = header
    .split(',', 20)
    .flatMap((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
      const language = languages.find((each) => each === tag.split('-')[0])
      const q = weight ? Number(weight.trim().slice(2)) : 1
      return language && q > 0 ? [{ language, q }] : []
    })
    .sort((a, b) => b.q - a.q)
  return ranked[0]?.language ?? null
}

/** The guide in English is under `/docs`, in the other languages under `/docs/<language>`. */
export const docsPath = (language: Language): string => (language === 'en' ? '/docs' : `/docs/${language}`)
