import type { Company } from '#contract/company.ts'

/** The default, for pages of an older version and before the company is configured. */
const noCompany: Company = {
  legal_name: null,
  tax_number: null,
  address: null,
  support_url: '/help',
  terms_version: null,
  has_privacy_notice: false,
}

/**
 * Placeholders in the first screen of a draft, which the build renders for every installation: the server fills in the
 * name and removes what an installation lacks (`server/http/pages/first-screen.ts`).
 */
const anyCompany: Company = {
  ...noCompany,
  legal_name: '{legal_name}',
  terms_version: '{terms_version}',
  has_privacy_notice: true,
}

/** The company behind the service, as the server has written it into the page. */
export function company(): Company {
  if (typeof document === 'undefined') return anyCompany
  const content = document.querySelector<HTMLMetaElement>('meta[name="dray-company"]')?.content
  return content ? (JSON.parse(content) as Company) : noCompany
}
