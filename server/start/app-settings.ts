import type { Config } from '../config/read-config.ts'
import type { LinkSettings } from '../jobs/links.ts'

export const asksOtherHosts = ({ geocoders, routers }: Config): boolean =>
  [...geocoders, ...routers].some(({ name }) => name !== 'embedded')

export const pageSettings = ({ appLinks, mapStyleUrl, noticeSettings, stores, supportContact }: Config) => ({
  supportContact,
  appLinks,
  mapStyleUrl,
  smsNotices: noticeSettings.SMS_NOTICES === 'on',
  stores,
})

/** Limits set by the operator. */
export const bounds = ({ maxDistanceKm, carrierOpenJobs, deliveryDoubtHours, neededDocuments }: Config) => ({
  maxDistanceKm,
  neededDocuments,
  mostOpenJobs: carrierOpenJobs,
  doubtHours: deliveryDoubtHours,
})

export const linksOf = ({ baseUrl, appLinkHost, appLinkProtocol, appScheme }: Config): LinkSettings => ({
  baseUrl,
  appLinkHost,
  appLinkProtocol,
  appScheme,
})
