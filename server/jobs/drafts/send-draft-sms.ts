import { setTimeout as sleep } from 'node:timers/promises'
import { smsStories } from '#contract/sandbox/words.ts'
import type { SmsStatus } from '#contract/vocabulary.ts'
import type { PartnerKey } from '../../keys/verify.ts'
import { phoneLanguage } from '../../lib/phone.ts'
import { type DraftSms, draftSms } from '../../sms/messages.ts'
import { outcomeOf } from '../../sms/outcome.ts'
import type { PlainLetters } from '../../sms/plain-letters.ts'
import { isLandline } from '../../sms/recipient.ts'
import { segments, sizeOf, type TextSize } from '../../sms/segments.ts'
import { firstTry, type SmsNeeds, smsProviderFor } from '../../sms/send.ts'
import { type NewSms, type NewSmsInput, newSmsRow } from '../../sms/store.ts'
import { type NewJob, placeName } from '../job.ts'
import { type LinkSettings, smsLink } from '../links.ts'

export type SendDraftSms = {
  /** The SMS row is inserted with the draft, so every draft has its SMS. */
  compose: (job: NewJob, key: PartnerKey) => NewSms
  /**
   * Sends the SMS; runs after the commit. Never throws; `sent` only when the provider accepted it (spec 2.5,
   * `sms_sent`).
   */
  send: (sms: NewSms) => Promise<SmsStatus>
  /** The text for a draft that does not exist. Its link opens no draft. */
  preview: (words: SmsWords) => TextPreview
}

/** What an SMS says about a draft besides its link. */
export type SmsWords = Omit<DraftSms, 'link' | 'hasApp' | 'plainLetters'>

/** `savedSegments`: how many more there would be without `SMS_PLAIN_LETTERS`. */
export type TextPreview = TextSize & { text: string; savedSegments: number }

export type DraftSmsNeeds = SmsNeeds & {
  links: LinkSettings
  lifetimeSeconds: number
  /** Whether there is an app to download. */
  hasApp: boolean
  plainLetters: PlainLetters
  /** Called with each SMS stored in the outbox, to print it on a developer's console. */
  onOutbox: (sms: { to: string; body: string }) => void
}

/** Spec 2.7: sends the customer an SMS that the draft is ready, in the partner's name. */
export function createDraftSmsSender(needs: DraftSmsNeeds): SendDraftSms {
  return {
    compose(job, key) {
      const provider = smsProviderFor(job.mode, needs.smsProviders)
      const to = job.customerPhone
      const createdAt = new Date()
      return newSmsRow({
        about: { draft: job.id },
        keyId: job.keyId,
        mode: job.mode,
        to,
        body: textOf(needs, job, key),
        provider,
        ...failureOf(job),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + needs.lifetimeSeconds * 1_000),
      })
    },
    async send(sms) {
      const outcome = outcomeOf(await inTime(firstTry(needs, sms), sms), sms.last_error)
      if (outcome === 'sent' && sms.provider === 'outbox')
        needs.onOutbox({ to: sms.to_phone, body: sms.body })
      return outcome
    },
    preview: (words) => previewDraftSms(needs, words),
  }
}

/** A response is sent within 15 s, also when the database hangs after the commit. The attempt goes on. */
const longestMs = 7_000

async function inTime(trying: Promise<NewSms['status']>, { status }: NewSms): Promise<NewSms['status']> {
  if (status !== 'running') return trying
  const done = new AbortController()
  const late = sleep(longestMs, status, { signal: done.signal }).catch(() => status)
  return await Promise.race([trying, late]).finally(() => done.abort())
}

/** Why the first attempt of the SMS fails: the number is a landline, or belongs to a test key's story. */
function failureOf({ mode, customerPhone }: NewJob): Pick<NewSmsInput, 'refusal' | 'retryAfterSeconds'> {
  const { refused, late } = smsStories
  if (mode === 'test' && customerPhone === refused.phone) return { refusal: 'sandbox' }
  if (mode === 'test' && customerPhone === late.phone) return { retryAfterSeconds: late.retrySeconds }
  return isLandline(customerPhone) ? { refusal: 'landline' } : {}
}

const textOf = (needs: DraftSmsNeeds, job: NewJob, key: PartnerKey): string =>
  composed(
    needs,
    {
      companyName: key.companyName,
      title: job.title,
      pickupPlace: placeName(job.pickup),
      dropoffPlace: placeName(job.dropoff),
      totalCents: job.price.totalCents,
      language: key.smsLanguage ?? phoneLanguage(job.customerPhone),
    },
    job,
  )

type Linked = Pick<NewJob, 'shortId' | 'customerPhone'>

/** The same length as for real drafts. */
const sample: Linked = { shortId: 'aB3dE5gH7jK9mN', customerPhone: '+34612345678' }

type Composing = Pick<DraftSmsNeeds, 'links' | 'hasApp' | 'plainLetters'>

const composed = (
  { links, hasApp, plainLetters }: Composing,
  words: SmsWords,
  { shortId, customerPhone }: Linked,
): string => draftSms({ ...words, link: smsLink(links, shortId, customerPhone), hasApp, plainLetters })

/** Composes the SMS with the function for real drafts. */
export function previewDraftSms(needs: Composing, words: SmsWords): TextPreview {
  const text = composed(needs, words, sample)
  const size = sizeOf(text)
  const withAccents = segments(composed({ ...needs, plainLetters: [] }, words, sample))
  return { text, ...size, savedSegments: withAccents - size.segments }
}
