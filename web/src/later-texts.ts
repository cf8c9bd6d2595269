import type { AreaTexts } from './kit/texts/areas.ts'

/** Texts of the other areas, known with the router: the first screen of a draft loads as little as possible. */
export const laterTexts: AreaTexts = {
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
  card: {
    en: () => import('./texts/card/en.ts'),
    es: () => import('./texts/card/es.ts'),
  },
  invoices: {
    en: () => import('./texts/invoices/en.ts'),
    es: () => import('./texts/invoices/es.ts'),
  },
  way: {
    en: () => import('./texts/way/en.ts'),
    es: () => import('./texts/way/es.ts'),
  },
  documents: {
    en: () => import('./texts/documents/en.ts'),
    es: () => import('./texts/documents/es.ts'),
  },
  talk: {
    en: () => import('./texts/talk/en.ts'),
    es: () => import('./texts/talk/es.ts'),
  },
  tips: {
    en: () => import('./texts/tips/en.ts'),
    es: () => import('./texts/tips/es.ts'),
  },
  calls: {
    en: () => import('./texts/calls/en.ts'),
    es: () => import('./texts/calls/es.ts'),
  },
  address: {
    en: () => import('./texts/address/en.ts'),
    es: () => import('./texts/address/es.ts'),
  },
  steps: {
    en: () => import('./texts/steps/en.ts'),
    es: () => import('./texts/steps/es.ts'),
  },
}
