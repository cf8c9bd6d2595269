import { legalPaths, legalTexts } from '#contract/company.ts'
import type { Language } from '#contract/vocabulary.ts'
import { texts } from '../../../texts/index.ts'
import { escapeHtml } from '../layout.ts'

/** The foot of a page for people: who runs the service, and the company's texts. */
export function companyFoot(language: Language, legalName: string | null = null): string {
  const { links, names, runBy } = texts[language].company
  const items = legalTexts.map(
    (name) => `<li><a href="${legalPaths[name]}?lang=${language}">${names[name]}</a></li>`,
  )
  const by = legalName ? `<p>${escapeHtml(runBy(legalName))}</p>` : ''
  return `${by}<nav aria-label="${links}"><ul>${items.join('')}</ul></nav>`
}
