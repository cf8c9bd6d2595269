import type { AreaTexts } from '../kit/texts/areas.ts'

/** Texts of the partner's own pages, beside the texts of every panel. */
export const areaTexts: AreaTexts = {
  partner: {
    en: async () => (await import('../texts/partner/en.ts')).en,
    es: async () => (await import('../texts/partner/es.ts')).es,
  },
  partners: {
    en: async () => (await import('../texts/partners/en.ts')).en,
    es: async () => (await import('../texts/partners/es.ts')).es,
  },
  closing: {
    en: async () => (await import('../texts/closing/en.ts')).en,
    es: async () => (await import('../texts/closing/es.ts')).es,
  },
}
