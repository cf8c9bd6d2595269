import { setTimeout as sleep } from 'node:timers/promises'
import { serveLocally } from './local-server.ts'

/**
 * What the provider does with the texts that come: `taken` is whether it sends them on, `answer` what we hear of it.
 * `delayMs` passes before either.
 */
export type SmsManners = { taken: boolean; answer: 'yes' | 'no' | 'nothing' | 'reset'; delayMs?: number }

export type SmsProviderStub = AsyncDisposable & {
  /** Makes live keys use it. */
  env: Record<string, string>
  /** Every text that went on to a phone, in order: the oracle of "sent once". */
  ledger: { to: string; body: string }[]
  /** How many times it was asked. */
  asked: string[]
  manners: SmsManners
  sentTo: (phone: string) => number
}

export const kind: SmsManners = { taken: true, answer: 'yes' }

/** Twilio's wire shape on 127.0.0.1, with a ledger. */
export async function startSmsProvider(): Promise<SmsProviderStub> {
  const ledger: { to: string; body: string }[] = []
  const server = await serveLocally((request, response, body) => {
    void respond(new URLSearchParams(body))
    async function respond(form: URLSearchParams): Promise<void> {
      const { taken, answer, delayMs } = stub.manners
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
    manners: kind,
    sentTo: (phone) => ledger.filter(({ to }) => to === phone).length,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return stub
}
