import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

/** What the server does with a mail: takes it, refuses it at a step, or drops the connection after the content. */
export type MailBehaviour =
  | { does: 'take' }
  | { does: 'refuse'; at: 'RCPT' | 'DATA'; code: number; words?: string }
  /** The content has arrived; `taken` says whether the mail is delivered anyway. */
  | { does: 'drop'; taken: boolean }

export type ReceivedMail = { from: string; to: string; raw: string; messageId: string }

export type MailServerStub = AsyncDisposable & {
  env: Record<string, string>
  port: number
  /** All delivered mails in order. */
  received: ReceivedMail[]
  /** Each content that arrived, delivered or not. */
  contents: number
  behaviour: MailBehaviour
  /** For the next mails, before `behaviour` applies again. */
  next: MailBehaviour[]
  sentTo: (address: string) => ReceivedMail[]
}

/** A real SMTP server on loopback. */
export async function startMailServer(port = 0): Promise<MailServerStub> {
  let now: MailBehaviour = { does: 'take' }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      now = stub.next.shift() ?? stub.behaviour
      done(now.does === 'refuse' && now.at === 'RCPT' ? refusal(now) : null)
    },
    onData(stream, session, done) {
      void textOf(stream).then((raw) => {
        stub.contents += 1
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo[0]?.address ?? '',
          raw,
          messageId: /^Message-ID: <([^>]+)>/im.exec(raw)?.[1] ?? '',
        }
        if (now.does === 'take' || (now.does === 'drop' && now.taken)) stub.received.push(mail)
        if (now.does === 'drop') {
          for (const connection of server.connections) connection.close()
          return
        }
        done(now.does === 'refuse' ? refusal(now) : null)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const listening = (server.server.address() as AddressInfo).port
  const stub: MailServerStub = {
    env: { MAIL_URL: `smtp://127.0.0.1:${listening}?tls=off`, MAIL_FROM: 'hello@dray.example' },
    port: listening,
    received: [],
    contents: 0,
    behaviour: { does: 'take' },
    next: [],
    sentTo: (address) => stub.received.filter(({ to }) => to === address),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return stub
}

const refusal = ({ code, words = 'refused' }: { code: number; words?: string }): Error =>
  Object.assign(new Error(words), { responseCode: code })

async function textOf(stream: SMTPServerDataStream): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** The decoded parts of a mail, by content type. Written without the library that sends. */
export function partsOf(raw: string): { headers: string; type: string; body: string }[] {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const body = rest.join('\r\n\r\n')
  const type = /^content-type: *([^;\s]+)/im.exec(headers)?.[1] ?? 'text/plain'
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(headers)?.[1]
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '')))
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(headers)?.[1]?.toLowerCase()
  return [{ headers, type, body: decoded(body, encoding) }]
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString(bodyEncoding(body))
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** A PDF is bytes, a text is UTF-8. */
const bodyEncoding = (body: string): BufferEncoding => (body.startsWith('JVBER') ? 'latin1' : 'utf8')
