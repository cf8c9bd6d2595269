import { type Static, Type } from 'typebox'
import { Agent, type Dispatcher, request } from 'undici'
import { ProviderError } from '../../lib/provider-error.ts'
import type { OutgoingSms, SmsProviderModule } from '../provider.ts'

const env = Type.Object({
  TWILIO_ACCOUNT_SID: Type.String({ minLength: 1 }),
  TWILIO_AUTH_TOKEN: Type.String({ minLength: 1 }),
  TWILIO_FROM: Type.Optional(Type.String({ minLength: 1, description: 'Sending number or sender name' })),
  TWILIO_MESSAGING_SERVICE_SID: Type.Optional(
    Type.String({ minLength: 1, description: 'Instead of TWILIO_FROM: the service that picks the sender' }),
  ),
  TWILIO_URL: Type.String({ default: 'https://api.twilio.com', pattern: '^https?://' }),
})
type Settings = Static<typeof env>

/** Plain HTTP: the vendor's own package is 21 MB for this one call. */
export const twilio: SmsProviderModule<typeof env> = {
  env,
  faults: (settings) => (senderOf(settings) ? [] : [noSender]),
  connect(settings) {
    const sender = senderOf(settings)
    if (!sender) throw new Error(noSender)
    const account = encodeURIComponent(settings.TWILIO_ACCOUNT_SID)
    const url = `${settings.TWILIO_URL.replace(/\/+$/, '')}/2010-04-01/Accounts/${account}/Messages.json`
    const authorization = `Basic ${btoa(`${settings.TWILIO_ACCOUNT_SID}:${settings.TWILIO_AUTH_TOKEN}`)}`
    const agent = new Agent({ connect: { timeout: 1_000 }, maxResponseSize: 65_536 })
    const post = (sms: OutgoingSms, signal: AbortSignal) =>
      request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ To: sms.to, Body: sms.body, ...sender }).toString(),
        signal,
      })
    return {
      name: 'twilio',
      delivers: true,
      send: async (sms, signal) => readAnswer(await post(sms, signal).catch(throwUnanswered)),
    }
  },
}

const noSender = 'TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID is required'

function senderOf({ TWILIO_FROM, TWILIO_MESSAGING_SERVICE_SID }: Settings): Record<string, string> | null {
  if (TWILIO_MESSAGING_SERVICE_SID) return { MessagingServiceSid: TWILIO_MESSAGING_SERVICE_SID }
  return TWILIO_FROM ? { From: TWILIO_FROM } : null
}

/**
 * Accepted is a 201 whose message id we can read; any other success may be a proxy's, or was cut short. Of errors,
 * 4xx, and 503 ("temporarily unavailable"), say that nothing was taken. After a 500 Twilio warns that a repeat may
 * text the customer twice (its error 20500), and 502 and 504 speak for a gateway that does not know: unknown.
 */
async function readAnswer({ statusCode, body }: Dispatcher.ResponseData): Promise<{ messageId: string }> {
  const answer = await body.json().catch(() => null)
  const messageId = fieldOf(answer, 'sid')
  if (statusCode === 201 && typeof messageId === 'string') return { messageId }
  const code = fieldOf(answer, 'code')
  // Only numbers are taken over: Twilio's own wording quotes the phone.
  const reason = typeof code === 'number' ? `status ${statusCode}, code ${code}` : `status ${statusCode}`
  const refused = statusCode === 503 || (statusCode >= 300 && statusCode < 500)
  if (!refused) throw new ProviderError('twilio', reason, { retryable: true, outcome: 'unknown' })
  const retryable = statusCode === 429 || statusCode === 503
  throw new ProviderError('twilio', reason, { retryable, outcome: 'refused' })
}

function fieldOf(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
}

/** Without a connection nothing was sent; whatever fails later may have reached Twilio. */
function throwUnanswered(error: unknown): never {
  const reason = reasonOf(error)
  const outcome = neverConnected.has(reason) ? 'refused' : 'unknown'
  throw new ProviderError('twilio', reason, { retryable: true, outcome })
}

/** `ECONNREFUSED`, `UND_ERR_SOCKET`, `TimeoutError`: never the message. A DOMException's `code` is a bare number. */
function reasonOf(error: unknown): string {
  const code = fieldOf(error, 'code')
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'no answer'
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
