import type { Language, PersonLanguage } from '#contract/vocabulary.ts'

type Own<L extends string> = {
  /** The language of the caller, from a row; null if there is no caller, or none was chosen. */
  own?: PersonLanguage | null | undefined
  /** The languages of the responses. */
  known: readonly L[]
}

/** The language of a response: the one that `Accept-Language` prefers, else the caller's own, else English. */
export const answerLanguage = <L extends PersonLanguage>(
  header: string | undefined,
  { own, known }: Own<L>,
): L | 'en' => preferredLanguage(header, known) ?? known.find((each) => each === own) ?? 'en'

/** The known language that `Accept-Language` prefers, or null. */
export function preferredLanguage<L extends string>(
  header: string | undefined,
  known: readonly L[],
): L | null {
  if (!header) return null
  const ranked = header
    .split(',', 20)
    .flatMap((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
      const language = known.find((each) => each === tag.split('-')[0])
      const q = weight ? Number(weight.trim().slice(2)) : 1
      return language && q > 0 ? [{ language, q }] : []
    })
    .sort((a, b) => b.q - a.q)
  return ranked[0]?.language ?? null
}

/** The guide in English is under `/docs`, in Spanish under `/docs/es`. */
export const docsPath = (language: Language): string => (language === 'en' ? '/docs' : `/docs/${language}`)
