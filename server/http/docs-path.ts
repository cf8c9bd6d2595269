import type { Language } from '#contract/vocabulary.ts'

/** The guide in English is under `/docs`, in the other languages under `/docs/<language>`. */
export const docsPath = (language: Language): string => (language === 'en' ? '/docs' : `/docs/${language}`)
