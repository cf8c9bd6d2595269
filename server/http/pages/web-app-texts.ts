import type { Language } from '#contract/vocabulary.ts'

/** Texts in the HTML page of the web app; all other texts are part of the app. */
export const webAppTexts: Record<
  Language,
  { name: { customer: string; carrier: string }; description: string; noScript: string }
> = {
  en: {
    name: { customer: 'Dray', carrier: 'Dray Carrier' },
    description: 'Deliveries and moves: see the price, pay when it has arrived.',
    noScript:
      'This page needs scripts, which are switched off in this browser. Switch them on and reload it.',
  },
  es: {
    name: { customer: 'Dray', carrier: 'Dray Carrier' },
    description: 'Transportes y mudanzas: mira el precio y paga cuando haya llegado.',
    noScript:
      'Esta página necesita scripts, y este navegador los tiene desactivados. Actívalos y vuelve a cargarla.',
  },
}
