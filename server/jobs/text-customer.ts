import type { PartnerKey } from '../keys/verify.ts'
import { isLandline, phoneLanguage } from '../lib/phone.ts'
import { draftSms } from '../sms/messages.ts'
import { smsProviderFor } from '../sms/route.ts'
import { type SmsNeeds, sendNow } from '../sms/send.ts'
import { type NewSms, newSmsRow } from '../sms/store.ts'
import type { NewJob } from './job.ts'
import { type LinkSettings, smsLink } from './links.ts'
import { placeName } from './place-name.ts'

export type DraftTexter = {
  /** The row the draft's own statement writes, so that no draft is without its text. */
  compose: (job: NewJob, key: PartnerKey) => NewSms
  /** After the commit. Never throws; true only on acceptance (spec 2.5, `sms_sent`). */
  send: (sms: NewSms) => Promise<boolean>
}

export type TexterNeeds = SmsNeeds & {
  links: LinkSettings
  lifetimeSeconds: number
  /** Whether there is an app to download. */
  hasApp: boolean
  /** Called with each text that reached the outbox, for the console of a developer. */
  onOutbox: (sms: { to: string; body: string }) => void
}

/** Spec 2.7: texts the customer that the draft is ready, in the partner's name. */
export function createDraftTexter(needs: TexterNeeds): DraftTexter {
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

const textOf = ({ links, hasApp }: TexterNeeds, job: NewJob, key: PartnerKey): string =>
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
