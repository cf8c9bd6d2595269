import type { Language } from '#contract/vocabulary.ts'

/** The supported language that `Accept-Language` prefers; null when the header names none of them. */
export function preferredLanguage(header: string | undefined): Language | null {
  if (!header) return null
  const ranked = header
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { tag: tag.split('-')[0], q: weight ? Number(weight.trim().slice(2)) : 1 }
    })
    .filter(({ tag, q }) => (tag === 'en' || tag === 'es') && q > 0)
    .sort((a, b) => b.q - a.q)
  return (ranked[0]?.tag as Language | undefined) ?? null
}
