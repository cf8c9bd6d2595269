import type { Config } from '../config/read-config.ts'
import type { LinkSettings } from '../jobs/links.ts'
import { capitalised } from './connect-sign-in.ts'

export const asksOtherHosts = ({ geocoders, routers }: Config): boolean =>
  [...geocoders, ...routers].some(({ name }) => name !== 'embedded')

export const pageSettings = ({ appLinks, mapStyleUrl, noticeSettings, stores, supportContact }: Config) => ({
  supportContact,
  appLinks,
  mapStyleUrl,
  smsNotices: noticeSettings.SMS_NOTICES === 'on',
  stores,
})

/** Who sells, on the receipts of customers. */
export const sellerOf = ({ serviceName }: Config): string => capitalised(serviceName)

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
  mostOpenJobs: carrierOpenJobs,
  collectHours: collectionDeadlineHours,
  doubtHours: deliveryDoubtHours,
})

export const linksOf = ({ baseUrl, appLinkHost, appLinkProtocol, appScheme }: Config): LinkSettings => ({
  baseUrl,
  appLinkHost,
  appLinkProtocol,
  appScheme,
})
