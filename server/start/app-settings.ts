import type { Config } from '../config/read-config.ts'
import type { LinkSettings } from '../jobs/links.ts'
import { capitalised } from './connect-sign-in.ts'

export const asksOtherHosts = ({ geocoders, routers }: Config): boolean =>
  [...geocoders, ...routers].some(({ name }) => name !== 'embedded')

export const pageSettings = ({
  appLinks,
  mapStyleUrl,
  noticeSettings,
  stores,
  supportContact,
  company,
}: Config) => ({
  supportContact,
  termsVersion: company.termsVersion,
  company: companyFacts(company, supportContact),
  legalSources: company.texts,
  appLinks,
  mapStyleUrl,
  smsNotices: noticeSettings.SMS_NOTICES === 'on',
  stores,
})

/** Who sells, on the receipts of customers. */
export const sellerOf = ({ company, serviceName }: Config): string =>
  company.legalName ?? capitalised(serviceName)

/** The company behind the installation, as the pages tell it. */
const companyFacts = (
  { legalName, taxNumber, address, termsVersion, texts }: Config['company'],
  contact: string | null,
) => ({
  legal_name: legalName,
  tax_number: taxNumber,
  address,
  terms_version: termsVersion,
  has_privacy_notice: texts.privacy !== null,
  contact,
})

/** Limits set by the operator. */
export const bounds = ({
  maxDistanceKm,
  carrierOpenJobs,
  collectionDeadlineHours,
  deliveryDoubtHours,
  neededDocuments,
}: Config) => ({
  maxDistanceKm,
  neededDocuments,
  maxOpenJobs: carrierOpenJobs,
  collectHours: collectionDeadlineHours,
  doubtHours: deliveryDoubtHours,
})

export const linksOf = ({ baseUrl, appLinkHost, appLinkProtocol, appScheme }: Config): LinkSettings => ({
  baseUrl,
  appLinkHost,
  appLinkProtocol,
  appScheme,
})
