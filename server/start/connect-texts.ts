import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import { createDraftSmsSender, type SendDraftSms } from '../jobs/drafts/send-draft-sms.ts'
import type { LinkSettings } from '../jobs/links.ts'
import { capitalised } from '../lib/capitalised.ts'
import { createReceiptRecorder, recordLateAcceptance } from '../sms/delivery.ts'
import { createHandoverCounter } from '../sms/handover.ts'
import type { SmsNeeds } from '../sms/send.ts'
import { connectSms } from './connect-providers.ts'
import { countReport, type Metrics } from './metrics.ts'
import { bodySealer } from './secret-key.ts'

/** Shows a developer each SMS in the outbox; null in production. */
export type ShowOutbox = ((sms: { to: string; body: string }) => void) | null

type Runtime = { database: Database; secretKey: Buffer; metrics: Metrics; log: FastifyBaseLogger }

/** Connects what is needed to send any SMS. */
export const connectTexts = (config: Config, { database, secretKey, metrics, log }: Runtime): SmsNeeds => ({
  kysely: database.kysely,
  smsProviders: connectSms(config, { metrics, log }),
  countHandover: createHandoverCounter({ ...database, smsCaps: config.smsCaps }),
  bodySealer: bodySealer(secretKey),
  onSmsError: (err) => log.warn({ err }, 'an SMS was not accepted'),
})

/** Keeps the connections open on which SMS providers tell more of SMS, in every process that sends texts. */
export function listenToReports(
  { kysely, smsProviders }: SmsNeeds,
  metrics: Metrics,
): { stop: () => Promise<void> } {
  const listeners = smsProviders.flatMap(({ name: provider, listen }) => {
    if (!listen) return []
    const recordReceipt = createReceiptRecorder({ db: kysely, provider })
    return listen({
      onReport: async (report) => {
        if (await recordReceipt(report)) countReport(metrics, provider, report.delivery)
      },
      onLateAcceptance: async (late) => void (await recordLateAcceptance(kysely, { ...late, provider })),
    })
  })
  return { stop: async () => void (await Promise.all(listeners.map(({ stop }) => stop()))) }
}

type Texting = { sms: SmsNeeds; links: LinkSettings; showOutbox: ShowOutbox }

/** Sends the SMS with the link of a draft. */
export const connectTexter = (
  { draftLifetimeSeconds: lifetimeSeconds, appLinks, stores, plainLetters }: Config,
  { sms, links, showOutbox }: Texting,
): SendDraftSms =>
  createDraftSmsSender({
    ...sms,
    links,
    lifetimeSeconds,
    hasApp: hasApp(appLinks, stores),
    plainLetters,
    onOutbox: showOutbox ?? (() => {}),
  })

/** The settings of SMS notices to people without a push device. */
export const noticeNeeds = (
  { noticeSettings, serviceName, baseUrl, plainLetters }: Config,
  showOutbox: ShowOutbox,
) => ({
  noticeSettings,
  noticeTexts: { serviceName: capitalised(serviceName), baseUrl, plainLetters },
  onOutbox: showOutbox ?? (() => {}),
})

/** Whether an app exists that people can download or that opens the link. */
export const hasApp = (
  { appleAppIds, androidPackage }: Config['appLinks'],
  { appStoreUrl, playStoreUrl }: Config['stores'],
): boolean => [appStoreUrl, playStoreUrl, androidPackage, ...appleAppIds].some(Boolean)
