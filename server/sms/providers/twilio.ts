import { type Static, Type } from 'typebox'
import type { Dispatcher } from 'undici'
import { createHttpClient } from '../../lib/http-client.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import { retryAfterOf } from '../../lib/retry-pause.ts'
import type { OutgoingSms, SmsProviderModule } from '../provider.ts'
import { fieldOf, unanswered } from './http-answers.ts'
import { callbackOf, twilioDelivery } from './twilio-delivery.ts'

const env = Type.Object({
  TWILIO_ACCOUNT_SID: Type.String({ minLength: 1 }),
  TWILIO_AUTH_TOKEN: Type.String({
    minLength: 1,
    secret: true,
  }),
  TWILIO_FROM: Type.Optional(Type.String({ minLength: 1 })),
  TWILIO_MESSAGING_SERVICE_SID: Type.Optional(Type.String({ minLength: 1 })),
  TWILIO_URL: Type.String({
    default: 'https://api.twilio.com',
    format: 'service-url',
  }),
})
type Settings = Static<typeof env>

/** Uses plain HTTP, because the vendor's package is 21 MB for this single request. */
export const twilio: SmsProviderModule<typeof env> = {
  env,
  faults: (settings) => (senderOf(settings) ? [] : [noSender]),
  sender: ({ TWILIO_FROM = null, TWILIO_MESSAGING_SERVICE_SID }) =>
    TWILIO_MESSAGING_SERVICE_SID ? null : TWILIO_FROM,
  delivery: ({ TWILIO_AUTH_TOKEN }, needs) => twilioDelivery(TWILIO_AUTH_TOKEN, needs),
  connect(settings, needs) {
    const sender = senderOf(settings)
    if (!sender) throw new Error(noSender)
    const account = encodeURIComponent(settings.TWILIO_ACCOUNT_SID)
    const url = `${settings.TWILIO_URL.replace(/\/+$/, '')}/2010-04-01/Accounts/${account}/Messages.json`
    const authorization = `Basic ${btoa(`${settings.TWILIO_ACCOUNT_SID}:${settings.TWILIO_AUTH_TOKEN}`)}`
    const request = createHttpClient({ connect: { timeout: 1_000 }, maxResponseSize: 65_536 })
    const post = (sms: OutgoingSms, signal: AbortSignal) =>
      request(url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          To: sms.to,
          Body: sms.body,
          ...(sms.sender === undefined ? sender : { From: sms.sender }),
          ...callbackOf(needs, sms.id),
        }).toString(),
        signal,
      })
    return {
      name: 'twilio',
      delivers: true,
      async send(sms, signal) {
        const answer = await post(sms, signal).catch((error: unknown) => {
          throw unanswered('twilio', error)
        })
        return readAnswer(answer)
      },
    }
  },
}

const noSender = 'TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID is required'

function senderOf({ TWILIO_FROM, TWILIO_MESSAGING_SERVICE_SID }: Settings): Record<string, string> | null {
  if (TWILIO_MESSAGING_SERVICE_SID) return { MessagingServiceSid: TWILIO_MESSAGING_SERVICE_SID }
  return TWILIO_FROM ? { From: TWILIO_FROM } : null
}

/**
 * Accepted means a 201 with a readable message id, unless the message is `failed` already; any other success may come
 * from a proxy or be truncated. 4xx and 503 ("temporarily unavailable") mean that the message was not accepted. After a
 * 500 Twilio warns that a retry may send the SMS twice (its error 20500), and a 502 or 504 comes from a gateway that
 * does not know the outcome: unknown.
 */
async function readAnswer({
  statusCode,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<{ messageId: string }> {
  const answer = await body.json().catch(() => null)
  const messageId = fieldOf(answer, 'sid')
  if (statusCode === 201 && typeof messageId === 'string') return acceptedUnlessFailed(messageId, answer)
  const reason = reasonWith(`status ${statusCode}`, fieldOf(answer, 'code'))
  const refused = statusCode === 503 || (statusCode >= 300 && statusCode < 500)
  if (!refused) throw new ProviderError('twilio', reason, { retryable: true, outcome: 'unknown' })
  const header = headers['retry-after']
  throw new ProviderError('twilio', reason, {
    retryable: passing.has(statusCode),
    outcome: 'refused',
    isUnwanted: fieldOf(answer, 'code') === unsubscribed,
    retryAfterSeconds: retryAfterOf(typeof header === 'string' ? header : null),
  })
}

/** Temporary refusals: rate limit, unavailable service, and credentials that the operator can correct. */
const passing = new Set([401, 403, 429, 503])

function acceptedUnlessFailed(messageId: string, answer: unknown): { messageId: string } {
  const status = fieldOf(answer, 'status')
  if (status !== 'failed' && status !== 'undelivered') return { messageId }
  const reason = reasonWith(`accepted as ${status}`, fieldOf(answer, 'error_code'))
  const isUnwanted = fieldOf(answer, 'error_code') === unsubscribed
  throw new ProviderError('twilio', reason, { retryable: false, outcome: 'refused', isUnwanted })
}

/** The code of Twilio for a recipient who has answered `STOP`. */
const unsubscribed = 21_610

/** Only the numeric code is kept, because Twilio's message quotes the phone. */
const reasonWith = (text: string, code: unknown): string =>
  typeof code === 'number' ? `${text}, code ${code}` : text
