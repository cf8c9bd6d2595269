import type { PartnerKey } from '../../keys/verify.ts'
import { isLandline, phoneLanguage } from '../../lib/phone.ts'
import { draftSms } from '../../sms/messages.ts'
import { smsProviderFor } from '../../sms/route.ts'
import { type SmsNeeds, sendNow } from '../../sms/send.ts'
import { type NewSms, newSmsRow } from '../../sms/store.ts'
import type { NewJob } from '../job.ts'
import { type LinkSettings, smsLink } from '../links.ts'
import { placeName } from '../place-name.ts'

export type SendDraftSms = {
  /** The SMS row, which is inserted with the draft, so that no draft is without its SMS. */
  compose: (job: NewJob, key: PartnerKey) => NewSms
  /**
   * Sends the SMS; call it after the commit. Never throws; true only when the provider accepted it (spec 2.5,
   * `sms_sent`).
   */
  send: (sms: NewSms) => Promise<boolean>
}

export type DraftSmsNeeds = SmsNeeds & {
  links: LinkSettings
  lifetimeSeconds: number
  /** Whether there is an app to download. */
  hasApp: boolean
  /** Called with each SMS stored in the outbox, to print it on a developer's console. */
  onOutbox: (sms: { to: string; body: string }) => void
}

/** Spec 2.7: sends the customer an SMS that the draft is ready, in the partner's name. */
export function createDraftSmsSender(needs: DraftSmsNeeds): SendDraftSms {
  return {
    compose(job, key) {
      const provider = smsProviderFor(job.mode, needs.smsProvider)
      const to = job.customerPhone
      const createdAt = new Date()
      return newSmsRow({
        about: { draft: job.id },
        keyId: job.keyId,
        mode: job.mode,
        to,
        body: textOf(needs, job, key),
        provider,
        ...(isLandline(to) && { refusal: 'landline' as const }),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + needs.lifetimeSeconds * 1_000),
      })
    },
    async send(sms) {
      const sent = await sendNow(needs, sms)
      if (sent && sms.provider === 'outbox') needs.onOutbox({ to: sms.to_phone, body: sms.body })
      return sent
    },
  }
}

const textOf = ({ links, hasApp }: DraftSmsNeeds, job: NewJob, key: PartnerKey): string =>
  draftSms({
    companyName: key.companyName,
    title: job.title,
    pickupPlace: placeName(job.pickup),
    dropoffPlace: placeName(job.dropoff),
    totalCents: job.price.totalCents,
    link: smsLink(links, job.shortId, job.customerPhone),
    language: key.smsLanguage ?? phoneLanguage(job.customerPhone),
    hasApp,
  })
