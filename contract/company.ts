/**
 * The company behind an installation, as the pages carry it (`<meta name="dray-company">`). Its texts have fixed paths
 * (`legalPaths`), independent of the settings.
 */
export type Company = {
  legal_name: string | null
  tax_number: string | null
  address: string | null
  /** Where people get help: `mailto:`, `tel:`, https, or the help page. */
  support_url: string
  /** The version of the terms in force; null without terms, and then no account has to accept any. */
  terms_version: string | null
  /** Whether the company has a privacy notice; without one, no page refers to it. */
  has_privacy_notice: boolean
}

/** The texts of the company, each a page or a link to the company's site. */
export const legalPaths = {
  help: '/help',
  terms: '/legal/terms',
  privacy: '/legal/privacy',
  imprint: '/legal/imprint',
} as const
export type LegalText = keyof typeof legalPaths

export const legalTexts = Object.keys(legalPaths) as LegalText[]

/** The contact of an OpenAPI document. */
export const partnerSupport = (address: string) => ({
  name: 'Partner support',
  ...(address.startsWith('mailto:') ? { email: address.slice('mailto:'.length) } : { url: address }),
})
