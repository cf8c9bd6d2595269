import { setTimeout as sleep } from 'node:timers/promises'
import { serveLocally } from './local-server.ts'

/**
 * Behaviour of the provider: `taken` is whether it delivers the SMS, `answer` is its response. Both happen after
 * `delayMs`.
 */
export type SmsBehaviour = { taken: boolean; answer: 'yes' | 'no' | 'nothing' | 'reset'; delayMs?: number }

export type SmsProviderStub = AsyncDisposable & {
  /** Settings with which live keys use it. */
  env: Record<string, string>
  /** All delivered SMS in order, to check that each is sent only once. */
  ledger: { to: string; body: string }[]
  /** `METHOD /path` of each request. */
  asked: string[]
  behaviour: SmsBehaviour
  sentTo: (phone: string) => number
}

export const kind: SmsBehaviour = { taken: true, answer: 'yes' }

/** A local server with Twilio's API that records the SMS. */
export async function startSmsProvider(): Promise<SmsProviderStub> {
  const ledger: { to: string; body: string }[] = []
  const server = await serveLocally((request, response, body) => {
    void respond(new URLSearchParams(body))
    async function respond(form: URLSearchParams): Promise<void> {
      const { taken, answer, delayMs } = stub.behaviour
      if (delayMs) await sleep(delayMs)
      if (taken) ledger.push({ to: form.get('To') ?? '', body: form.get('Body') ?? '' })
      if (answer === 'reset') request.socket.destroy()
      if (answer === 'nothing' || answer === 'reset') return
      response.writeHead(answer === 'yes' ? 201 : 503, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer === 'yes' ? { sid: `SM${ledger.length}` } : { code: 20_503 }))
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
    behaviour: kind,
    sentTo: (phone) => ledger.filter(({ to }) => to === phone).length,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return stub
}
