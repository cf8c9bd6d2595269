import { Readable } from 'node:stream'
import type { Letter } from './letter.ts'
import type { MailServer } from './mail-url.ts'
import { MailRefused, MailUnknown } from './outcome.ts'

export type OutgoingMail = Letter & {
  /** Id of our row; the Message-ID of every attempt, so that a mail system that got both shows one. */
  id: string
  to: string
  attachment: { name: string; bytes: Buffer } | null
}

export type MailSender = {
  /**
   * Resolves only when the server has accepted the mail, with its answer.
   *
   * @throws {MailRefused} it was not accepted; {MailUnknown} the answer after the content was lost.
   */
  send: (mail: OutgoingMail) => Promise<string>
  /** Connects and signs in, without a mail. @throws {MailRefused} */
  check: () => Promise<void>
}

export type SenderSettings = { server: MailServer; from: string; serviceName: string }

/** For the whole attempt, well below the lease of its row. */
const timeoutMs = 20_000

/** Sends each mail over a separate connection: mails are few, and the server would close an idle connection. */
export function createMailSender(settings: SenderSettings): MailSender {
  return {
    async send(mail) {
      const bytes = await written(settings, mail)
      return withConnection(settings.server, (smtp) => handOver(smtp, settings.from, { to: mail.to, bytes }))
    },
    check: () => withConnection(settings.server, async () => {}),
  }
}

async function written({ from, serviceName }: SenderSettings, mail: OutgoingMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { id, to, subject, text, html, attachment, headers } = mail
  return new MailComposer({
    from: { name: serviceName, address: from },
    to: { name: '', address: to },
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    ...{ subject, text, html },
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    attachments: attachment
      ? [{ filename: attachment.name, content: attachment.bytes, contentType: 'application/pdf' }]
      : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

type Smtp = InstanceType<typeof import('nodemailer/lib/smtp-connection')['default']>
type SmtpError = Error & {
  code?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
  command?: string | undefined
}

async function withConnection<T>(server: MailServer, work: (smtp: Smtp) => Promise<T>): Promise<T> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const smtp = new SMTPConnection({
    ...{ host: server.host, port: server.port },
    ...{
      secure: server.tls === 'smtps',
      requireTLS: server.tls === 'starttls',
      ignoreTLS: server.tls === 'off',
    },
    ...{ connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000, dnsTimeout: 5_000 },
  })
  const late = setTimeout(() => smtp.close(), timeoutMs)
  try {
    await step(smtp, refused, (done) => smtp.connect(done))
    await signIn(smtp, server)
    const result = await work(smtp)
    smtp.quit()
    return result
  } catch (error) {
    smtp.close()
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** One step of the conversation; it also ends with the connection. */
const step = (
  smtp: Smtp,
  judge: (error: SmtpError) => Error,
  run: (done: (error?: SmtpError | null) => void) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    smtp.once('error', (error: SmtpError) => reject(judge(error)))
    smtp.once('end', () => reject(judge(Object.assign(new Error('closed'), { code: 'closed' }))))
    run((error) => (error ? reject(judge(error)) : resolve()))
  })

async function signIn(smtp: Smtp, { credentials }: MailServer): Promise<void> {
  if (!credentials) return
  const { user, password: pass } = credentials
  await step(smtp, refused, (done) => smtp.login({ credentials: { user, pass } }, done))
}

/**
 * Once the server has asked for the content, only an answer tells whether it took the mail: a connection that ends
 * before it leaves the outcome unknown.
 */
async function handOver(
  smtp: Smtp,
  from: string,
  { to, bytes }: { to: string; bytes: Buffer },
): Promise<string> {
  let [isAsked, answer] = [false, '']
  const content = Readable.from(
    (function* () {
      isAsked = true
      yield bytes
    })(),
    { objectMode: false },
  )
  const judge = (error: SmtpError) =>
    error.responseCode === undefined && isAsked ? new MailUnknown(reasonOf(error)) : refused(error)
  await step(smtp, judge, (done) =>
    smtp.send({ from, to: [to], size: bytes.length }, content, (error, info) => {
      answer = info?.response ?? ''
      done(error)
    }),
  )
  return answer
}

/**
 * Final are a refused content, and a recipient that the server says does not exist. All else may be a fault of our
 * settings, such as a relay that is denied, so it is tried again until the mail is too old.
 */
function refused(error: SmtpError): MailRefused {
  const isRecipient = error.command === 'RCPT TO' && isUnknownRecipient(error)
  const isContent = error.command === 'DATA' && (error.responseCode ?? 0) >= 500
  return new MailRefused(reasonOf(error), {
    isFinal: isRecipient || isContent,
    isRecipient,
    answer: error.response ?? null,
  })
}

/** By the enhanced code (RFC 3463) where there is one: 5.1 is a wrong address, 5.2.1 a mailbox that is disabled. */
function isUnknownRecipient({ responseCode, response = '' }: SmtpError): boolean {
  const [, enhanced] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  if (enhanced) return enhanced.startsWith('5.1.') || enhanced === '5.2.1'
  return responseCode === 550 || responseCode === 551 || responseCode === 553
}

/** Code and step only: the words of a server may quote the address. */
const reasonOf = ({ code, responseCode, command }: SmtpError): string =>
  [responseCode ? `SMTP ${responseCode}` : (code ?? 'no answer'), command && `at ${command}`]
    .filter(Boolean)
    .join(' ')
