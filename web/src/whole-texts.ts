import type { WholeTexts } from './kit/texts/areas.ts'

/** What the first screen of a draft shows; the build divides the files by it (`web/build/language-parts.ts`). */
const isFirst = (area: string): boolean => area === 'kit' || area === 'signIn'

/** All texts of the app in the further languages. Each has one file in the repository, and two in the browser. */
export const wholeTexts: WholeTexts = {
  pt: (area) => (isFirst(area) ? import('./texts/pt.ts?first') : import('./texts/pt.ts?later')),
  fr: (area) => (isFirst(area) ? import('./texts/fr.ts?first') : import('./texts/fr.ts?later')),
  it: (area) => (isFirst(area) ? import('./texts/it.ts?first') : import('./texts/it.ts?later')),
  de: (area) => (isFirst(area) ? import('./texts/de.ts?first') : import('./texts/de.ts?later')),
  ca: (area) => (isFirst(area) ? import('./texts/ca.ts?first') : import('./texts/ca.ts?later')),
}
