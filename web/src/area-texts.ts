import type { AreaTexts } from './kit/texts/areas.ts'

/** Texts of the areas of the app, beside the texts of the kit. */
export const areaTexts: AreaTexts = {
  signIn: {
    en: async () => (await import('./texts/sign-in/en.ts')).en,
    es: async () => (await import('./texts/sign-in/es.ts')).es,
  },
  app: {
    en: async () => (await import('./texts/app/en.ts')).en,
    es: async () => (await import('./texts/app/es.ts')).es,
  },
  live: {
    en: async () => (await import('./texts/live/en.ts')).en,
    es: async () => (await import('./texts/live/es.ts')).es,
  },
  start: {
    en: async () => (await import('./texts/start/en.ts')).en,
    es: async () => (await import('./texts/start/es.ts')).es,
  },
  account: {
    en: async () => (await import('./texts/account/en.ts')).en,
    es: async () => (await import('./texts/account/es.ts')).es,
  },
  carrier: {
    en: async () => (await import('./texts/carrier/en.ts')).en,
    es: async () => (await import('./texts/carrier/es.ts')).es,
  },
  invoices: {
    en: async () => (await import('./texts/invoices/en.ts')).en,
    es: async () => (await import('./texts/invoices/es.ts')).es,
  },
  time: {
    en: async () => (await import('./texts/time/en.ts')).en,
    es: async () => (await import('./texts/time/es.ts')).es,
  },
  documents: {
    en: async () => (await import('./texts/documents/en.ts')).en,
    es: async () => (await import('./texts/documents/es.ts')).es,
  },
}
