import type { AreaTexts } from '../kit/texts/areas.ts'

/** Texts of the partner's own pages, beside the texts of every panel. */
export const areaTexts: AreaTexts = {
  partner: {
    en: () => import('../texts/partner/en.ts'),
    es: () => import('../texts/partner/es.ts'),
  },
  partners: {
    en: () => import('../texts/partners/en.ts'),
    es: () => import('../texts/partners/es.ts'),
  },
  closing: {
    en: () => import('../texts/closing/en.ts'),
    es: () => import('../texts/closing/es.ts'),
  },
}
