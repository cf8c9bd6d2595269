import type { AreaTexts } from '../kit/language.ts'

/** Texts of the operator's panel, beside those of the kit. */
export const areaTexts: AreaTexts = {
  panel: {
    en: async () => (await import('../texts/panel/en.ts')).en,
    es: async () => (await import('../texts/panel/es.ts')).es,
  },
  admin: {
    en: async () => (await import('../texts/admin/en.ts')).en,
    es: async () => (await import('../texts/admin/es.ts')).es,
  },
  today: {
    en: async () => (await import('../texts/today/en.ts')).en,
    es: async () => (await import('../texts/today/es.ts')).es,
  },
  jobs: {
    en: async () => (await import('../texts/jobs/en.ts')).en,
    es: async () => (await import('../texts/jobs/es.ts')).es,
  },
  people: {
    en: async () => (await import('../texts/people/en.ts')).en,
    es: async () => (await import('../texts/people/es.ts')).es,
  },
  partners: {
    en: async () => (await import('../texts/partners/en.ts')).en,
    es: async () => (await import('../texts/partners/es.ts')).es,
  },
  tariffs: {
    en: async () => (await import('../texts/tariffs/en.ts')).en,
    es: async () => (await import('../texts/tariffs/es.ts')).es,
  },
}
