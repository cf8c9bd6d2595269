import type { AreaTexts } from '../kit/texts/areas.ts'

/** Texts of the operator's panel, beside the texts of every panel. */
export const areaTexts: AreaTexts = {
  account: {
    en: () => import('../texts/account/en.ts'),
    es: () => import('../texts/account/es.ts'),
  },
  time: {
    en: () => import('../texts/time/en.ts'),
    es: () => import('../texts/time/es.ts'),
  },
  admin: {
    en: () => import('../texts/admin/en.ts'),
    es: () => import('../texts/admin/es.ts'),
  },
  audit: {
    en: () => import('../texts/audit/en.ts'),
    es: () => import('../texts/audit/es.ts'),
  },
  today: {
    en: () => import('../texts/today/en.ts'),
    es: () => import('../texts/today/es.ts'),
  },
  jobs: {
    en: () => import('../texts/jobs/en.ts'),
    es: () => import('../texts/jobs/es.ts'),
  },
  codes: {
    en: () => import('../texts/codes/en.ts'),
    es: () => import('../texts/codes/es.ts'),
  },
  people: {
    en: () => import('../texts/people/en.ts'),
    es: () => import('../texts/people/es.ts'),
  },
  partners: {
    en: () => import('../texts/partners/en.ts'),
    es: () => import('../texts/partners/es.ts'),
  },
  tariffs: {
    en: () => import('../texts/tariffs/en.ts'),
    es: () => import('../texts/tariffs/es.ts'),
  },
  closing: {
    en: () => import('../texts/closing/en.ts'),
    es: () => import('../texts/closing/es.ts'),
  },
  receipts: {
    en: () => import('../texts/receipts/en.ts'),
    es: () => import('../texts/receipts/es.ts'),
  },
  money: {
    en: () => import('../texts/money/en.ts'),
    es: () => import('../texts/money/es.ts'),
  },
  health: {
    en: () => import('../texts/health/en.ts'),
    es: () => import('../texts/health/es.ts'),
  },
}
