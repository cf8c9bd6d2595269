import type { Config } from './read-config.ts'

/** The settings without which nobody knows with whom they make a contract; what the law asks for differs by country. */
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

/** The settings that are missing although people pay with real money; none with the sandbox. */
export const missingForRealMoney = (config: Config): string[] =>
  config.paymentProcessor.name === 'sandbox' ? [] : missingCompanySettings(config)
