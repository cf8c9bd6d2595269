import { missingCompanySettings, missingForRealMoney } from '../config/company-missing.ts'
import type { Config } from '../config/read-config.ts'
import { readLegalTexts } from '../http/pages/company/legal-texts.ts'
import type { CheckName } from '../texts/coded.ts'
import { type Check, fail, ok, reasonOf, warn } from './check.ts'

/** Checks that people can see who runs the service, and under which terms, before they pay. */
export function checkCompany(config: Config): Check {
  const name: CheckName = ['company']
  try {
    readLegalTexts(config.company.texts)
  } catch (error) {
    return fail(name, ['quoted', reasonOf(error)], ['makeReadable'])
  }
  const missing = missingForRealMoney(config)
  if (config.invoicing.vat.name !== 'none' && config.company.taxNumber === null)
    return warn(name, ['taxWithoutNumber'], ['setCompany', [...new Set(['LEGAL_TAX_NUMBER', ...missing])]])
  if (missing.length > 0) return warn(name, ['companyUnknown', missing], ['setCompany', missing])
  const unset = missingCompanySettings(config)
  return ok(name, unset.length > 0 ? ['companyUnsaid', unset] : ['companyKnown'])
}
