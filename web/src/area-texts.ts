import type { AreaTexts } from './kit/texts/areas.ts'

/** Texts of the areas that may be shown first, or are loaded ahead of the router, beside the texts of the kit. */
export const areaTexts: AreaTexts = {
  signIn: {
    en: () => import('./texts/sign-in/en.ts'),
    es: () => import('./texts/sign-in/es.ts'),
  },
  app: {
    en: () => import('./texts/app/en.ts'),
    es: () => import('./texts/app/es.ts'),
  },
  carrier: {
    en: () => import('./texts/carrier/en.ts'),
    es: () => import('./texts/carrier/es.ts'),
  },
  welcome: {
    en: () => import('./texts/welcome/en.ts'),
    es: () => import('./texts/welcome/es.ts'),
  },
  time: {
    en: () => import('./texts/time/en.ts'),
    es: () => import('./texts/time/es.ts'),
  },
}
