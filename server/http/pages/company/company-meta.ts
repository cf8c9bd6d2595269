import { type Company, legalPaths } from '#contract/company.ts'
import { escapeHtml } from '../layout.ts'
import type { CompanyFacts } from './made-pages.ts'

/** The company in the page of the web app, where `web/src/kit/company.ts` reads it. */
export function companyMeta({ contact, ...facts }: CompanyFacts): string {
  const company: Company = { ...facts, support_url: contact ?? legalPaths.help }
  return `<meta name="dray-company" content="${escapeHtml(JSON.stringify(company))}">`
}
