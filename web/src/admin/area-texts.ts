import type { AreaTexts } from '../kit/texts/areas.ts'

/** Texts of the operator's panel, beside the texts of every panel. */
export const areaTexts: AreaTexts = {
  time: {
    en: async () => (await import('../texts/time/en.ts')).en,
    es: async () => (await import('../texts/time/es.ts')).es,
  },
  admin: {
    en: async () => (await import('../texts/admin/en.ts')).en,
    es: async () => (await import('../texts/admin/es.ts')).es,
  },
  audit: {
    en: async () => (await import('../texts/audit/en.ts')).en,
    es: async () => (await import('../texts/audit/es.ts')).es,
  },
  today: {
    en: async () => (await import('../texts/today/en.ts')).en,
    es: async () => (await import('../texts/today/es.ts')).es,
  },
  jobs: {
    en: async () => (await import('../texts/jobs/en.ts')).en,
    es: async () => (await import('../texts/jobs/es.ts')).es,
  },
  codes: {
    en: async () => (await import('../texts/codes/en.ts')).en,
    es: async () => (await import('../texts/codes/es.ts')).es,
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
  closing: {
    en: async () => (await import('../texts/closing/en.ts')).en,
    es: async () => (await import('../texts/closing/es.ts')).es,
  },
  receipts: {
    en: async () => (await import('../texts/receipts/en.ts')).en,
    es: async () => (await import('../texts/receipts/es.ts')).es,
  },
  money: {
    en: async () => (await import('../texts/money/en.ts')).en,
    es: async () => (await import('../texts/money/es.ts')).es,
  },
  health: {
    en: async () => (await import('../texts/health/en.ts')).en,
    es: async () => (await import('../texts/health/es.ts')).es,
  },
}
