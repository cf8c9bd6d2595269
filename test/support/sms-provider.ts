import { setTimeout as sleep } from 'node:timers/promises'
import { describedOperation } from './described-api.ts'
import { serveLocally } from './local-server.ts'

/**
 * Behaviour of the provider: `taken` is whether it delivers the SMS, `answer` is its response. Both happen after
 * `delayMs`.
 */
export type SmsBehaviour = { taken: boolean; answer: 'yes' | 'no' | 'nothing' | 'reset'; delayMs?: number }

export type SmsProviderStub = AsyncDisposable & {
  /** Settings with which live keys use it. */
  env: Record<string, string>
  /** All delivered SMS in order, to check that each is sent only once; `atMs` by `performance.now()`. */
  ledger: { to: string; body: string; atMs: number }[]
  /** `METHOD /path` of each request. */
  asked: string[]
  /** The `traceparent` of each request, or null. */
  traces: (string | null)[]
  behaviour: SmsBehaviour
  /** The behaviours for the next SMS to a number, before `behaviour` applies again. */
  next: Map<string, SmsBehaviour[]>
  sentTo: (phone: string) => number
}

export const kind: SmsBehaviour = { taken: true, answer: 'yes' }

/** Twilio's operation that sends a text. */
export const createMessage = describedOperation(
  'twilio.json',
  'post',
  '/2010-04-01/Accounts/{AccountSid}/Messages.json',
)

/** Twilio's answer to the n-th message, with each member that Twilio always sends. */
export const twilioAnswer = (number: number): object =>
  createMessage.completed(201, {
    sid: `SM${String(number).padStart(32, '0')}`,
    status: 'queued',
    direction: 'outbound-api',
  })

/** A local server with Twilio's API that records the SMS. */
export async function startSmsProvider(): Promise<SmsProviderStub> {
  const ledger: SmsProviderStub['ledger'] = []
  const server = await serveLocally((request, response, body) => {
    const { traceparent } = request.headers
    stub.traces.push(typeof traceparent === 'string' ? traceparent : null)
    void respond(new URLSearchParams(body))
    async function respond(form: URLSearchParams): Promise<void> {
      const to = form.get('To') ?? ''
      const { taken, answer, delayMs } = stub.next.get(to)?.shift() ?? stub.behaviour
      if (delayMs) await sleep(delayMs)
      if (taken) ledger.push({ to, body: form.get('Body') ?? '', atMs: performance.now() })
      if (answer === 'reset') request.socket.destroy()
      if (answer === 'nothing' || answer === 'reset') return
      response.writeHead(answer === 'yes' ? 201 : 503, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer === 'yes' ? twilioAnswer(ledger.length) : { code: 20_503 }))
    }
  })
  const stub: SmsProviderStub = {
    env: {
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: 'AC0',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: 'Dray',
      TWILIO_URL: server.url,
    },
    ledger,
    asked: server.asked,
    traces: [],
    behaviour: kind,
    next: new Map(),
    sentTo: (phone) => ledger.filter(({ to }) => to === phone).length,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return stub
}
