import type { PersonLanguage } from '#contract/vocabulary.ts'
import { newId } from '../lib/ids.ts'
import { newCode } from '../lib/new-code.ts'
import { isSamplePhone, phoneCountry, phoneLanguage } from '../lib/phone.ts'
import { Problem } from '../lib/problem.ts'
import { codeSms } from '../sms/code-message.ts'
import type { PlainLetters } from '../sms/plain-letters.ts'
import { isLandline, mayBeArgentineMobile } from '../sms/recipient.ts'
import { bodyOf } from '../sms/sealed-body.ts'
import { type SmsNeeds, sendNow, smsProviderFor } from '../sms/send.ts'
import { type NewSms, newSmsRow } from '../sms/store.ts'
import { type CodeCaps, isPumped, judgeCode, type OwnLimit } from './code-caps.ts'
import {
  type CodeHasher,
  type CodeProof,
  type CodeSubject,
  codeLifeSeconds,
  countSent,
  findLive,
  insertChallenge,
  isLinkOf,
  lockSubject,
  stopCountry,
} from './code-store.ts'
import type { DeviceProof } from './device-proof.ts'

export type CodeOutcome = 'sent' | 'kept_back' | 'used' | 'wrong' | 'country_stopped'

export type StartNeeds = SmsNeeds & {
  hashCode: CodeHasher
  deviceProof: DeviceProof
  codeCaps: CodeCaps
  codeText: { serviceName: string; host: string; plainLetters: PlainLetters }
  /** Called with each SMS stored in the outbox, to print it on a developer's console. */
  onOutbox: (sms: { to: string; body: string }) => void
  /** Called with each outcome of a code, by the country of its number, for the operator. */
  onCode: (outcome: CodeOutcome, country: string) => void
}

export type StartInput = {
  phone: string
  clientAddress: string
  language: PersonLanguage | undefined
  /** The short id in the draft's link. */
  shortId?: string | undefined
  /** The value that `deviceProof` gave this device. */
  device?: string | undefined
}

export type Started = { challengeId: string; expiresAt: Date; resendAfterSeconds: number }

type Outcome = Started & { sms: NewSms | null; told: CodeOutcome[] }

/**
 * Creates a code and sends it by SMS, unless a limit withholds it (DESIGN 3, Codes). The caller cannot tell the
 * difference: the response depends only on the requests for the number, not on whether it is known, and the SMS is sent
 * after it, so the timing is equal too. A request that is too early or too frequent for its address gets the challenge
 * of the code that address already has.
 *
 * @throws Problem `validation_error` for a landline.
 * @throws when the database fails: without a count no code is sent.
 */
export async function startSignIn(needs: StartNeeds, input: StartInput): Promise<Started> {
  const { phone, clientAddress } = input
  if (isLandline(phone)) throw landline(phone)
  const country = phoneCountry(phone) ?? 'ZZ'
  const subject = { phone, neighbourhood: phone.slice(0, -2), country, clientAddress }
  const language = input.language ?? phoneLanguage(phone)
  const challengeId = newId()
  const code = newCode()
  const proof = await proofOf(needs, input)
  const codeHash = needs.hashCode({ challengeId, phone, code })
  const { sms, told, ...started } = await needs.kysely.transaction().execute(async (trx) => {
    await lockSubject(trx, subject)
    const order = { ...subject, id: challengeId, language, code, codeHash, proof }
    return decide({ ...needs, kysely: trx }, order)
  })
  for (const outcome of told) needs.onCode(outcome, country)
  if (sms) void send(needs, sms)
  return started
}

const landline = (phone: string) =>
  new Problem('validation_error', (t) => t.accounts.landline, {
    details: {
      phone: (t) => (mayBeArgentineMobile(phone) ? t.fields.landlineArgentina : t.fields.landline),
    },
  })

/** Callers with a proof have reserved codes that others cannot use up (`code-caps.ts`). */
async function proofOf(
  { kysely, deviceProof }: StartNeeds,
  { phone, shortId, device }: StartInput,
): Promise<CodeProof | null> {
  if (shortId && (await isLinkOf(kysely, { shortId, phone }))) return 'draft'
  return device && (await deviceProof.proves(device, phone)) ? 'device' : null
}

type Order = CodeSubject & {
  id: string
  language: PersonLanguage
  code: string
  codeHash: Buffer
  proof: CodeProof | null
}

/** Runs in the transaction that holds the locks of `lockSubject`. */
async function decide(needs: StartNeeds, order: Order): Promise<Outcome> {
  const { kysely: trx, codeCaps } = needs
  const sent = await countSent(trx, order)
  const { ownLimit, cap, waitSeconds } = judgeCode(sent, { caps: codeCaps, hasProof: order.proof !== null })
  const resendAfterSeconds = waitSeconds
  if (ownLimit) {
    const { id, expires_at } = (await findLive(trx, order)) ?? (await keepBack(trx, order, ownLimit))
    return { challengeId: id, expiresAt: expires_at, resendAfterSeconds, sms: null, told: ['kept_back'] }
  }
  // From here on, known and other numbers take the same statements, and their challenges show no difference.
  const minutes = codeCaps.CODES_STOP_MINUTES
  const isStopped = isPumped(sent, codeCaps) && (await stopCountry(trx, { country: order.country, minutes }))
  const sms = textOf(needs, order)
  const outcome = cap ? { keptBack: cap } : { codeHash: order.codeHash, sms }
  const expiresAt = await insertChallenge(trx, { ...order, outcome })
  const told: CodeOutcome[] = [cap ? 'kept_back' : 'sent', ...(isStopped ? ['country_stopped' as const] : [])]
  return { challengeId: order.id, expiresAt, resendAfterSeconds, sms: cap ? null : sms, told }
}

async function keepBack(trx: StartNeeds['kysely'], order: Order, keptBack: OwnLimit) {
  return { id: order.id, expires_at: await insertChallenge(trx, { ...order, outcome: { keptBack } }) }
}

/**
 * Codes belong to no partner, so they are in live mode; but the numbers for tests belong to no person, and no text
 * leaves for them.
 */
function textOf(needs: StartNeeds, { id, phone, code, language }: Order): NewSms {
  const createdAt = new Date()
  const mode = isSamplePhone(phone) ? 'test' : 'live'
  return newSmsRow({
    about: { challenge: id },
    keyId: null,
    mode,
    to: phone,
    body: codeSms({ ...needs.codeText, code, language }),
    seal: needs.bodySealer.seal,
    provider: smsProviderFor(mode, needs.smsProviders),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + codeLifeSeconds * 1_000),
  })
}

/** Never throws; a failed SMS is retried by the background task. */
async function send(needs: StartNeeds, sms: NewSms): Promise<void> {
  const sent = await sendNow(needs, sms)
  if (!sent || sms.provider !== 'outbox') return
  const body = bodyOf(needs.bodySealer, { ...sms, sealedBody: sms.sealed_body }) ?? ''
  needs.onOutbox({ to: sms.to_phone, body })
}
