import type { Config } from './read-config.ts'

/** The settings that name the company as a party to the contract; legal requirements differ by country. */
export function missingCompanySettings({ company, supportContact }: Config): string[] {
  const needed = {
    LEGAL_NAME: company.legalName,
    LEGAL_TAX_NUMBER: company.taxNumber,
    LEGAL_ADDRESS: company.address,
    SUPPORT_CONTACT: supportContact,
    LEGAL_TERMS: company.texts.terms,
    LEGAL_PRIVACY: company.texts.privacy,
  }
  return Object.entries(needed).flatMap(([name, value]) => (value === null ? [name] : []))
}

/** The missing settings when real money moves; empty with the sandbox. */
export const missingForRealMoney = (config: Config): string[] =>
  config.paymentProcessor.name === 'sandbox' ? [] : missingCompanySettings(config)
