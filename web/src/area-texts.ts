import type { AreaTexts } from './kit/texts/areas.ts'

/** Texts of the areas of the app, beside the texts of the kit. */
export const areaTexts: AreaTexts = {
  signIn: {
    en: () => import('./texts/sign-in/en.ts'),
    es: () => import('./texts/sign-in/es.ts'),
  },
  app: {
    en: () => import('./texts/app/en.ts'),
    es: () => import('./texts/app/es.ts'),
  },
  live: {
    en: () => import('./texts/live/en.ts'),
    es: () => import('./texts/live/es.ts'),
  },
  start: {
    en: () => import('./texts/start/en.ts'),
    es: () => import('./texts/start/es.ts'),
  },
  account: {
    en: () => import('./texts/account/en.ts'),
    es: () => import('./texts/account/es.ts'),
  },
  carrier: {
    en: () => import('./texts/carrier/en.ts'),
    es: () => import('./texts/carrier/es.ts'),
  },
  invoices: {
    en: () => import('./texts/invoices/en.ts'),
    es: () => import('./texts/invoices/es.ts'),
  },
  time: {
    en: () => import('./texts/time/en.ts'),
    es: () => import('./texts/time/es.ts'),
  },
  documents: {
    en: () => import('./texts/documents/en.ts'),
    es: () => import('./texts/documents/es.ts'),
  },
}
