import type { FastifyBaseLogger } from 'fastify'
import type { NoticeChannel } from '#contract/notice-rules.ts'
import type { Config } from '../config/read-config.ts'
import { capitalised } from '../lib/capitalised.ts'
import { MailRefused, MailUnknown } from '../mail/outcome.ts'
import { createMailSender, type MailSender } from '../mail/sender.ts'
import type { Metrics } from './metrics.ts'
import { mailCodes, mailSealer } from './secret-key.ts'

type Runtime = { secretKey: Buffer; metrics: Metrics; log: FastifyBaseLogger }

/** What the tasks need to send mails. */
export const mailTaskNeeds = (config: Config, { secretKey, metrics, log }: Runtime) => ({
  mailSender: config.mail && metered(createMailSender(config.mail), metrics),
  sendsMail: config.mail !== null,
  ...{ alerts: config.alerts, baseUrl: config.baseUrl },
  mailSealer: mailSealer(secretKey),
  mailTexts: { serviceName: capitalised(config.serviceName), baseUrl: config.baseUrl },
  onMailError: (err: Error) => log.warn({ reason: err.message }, 'a mail was not accepted'),
})

/** What the app's API needs: the codes, and the channels that a person may switch. */
export const mailAppNeeds = (config: Config, { secretKey }: Pick<Runtime, 'secretKey'>) => ({
  mailCodes: config.mail && mailCodes(secretKey),
  channels: channelsOf(config),
  noticesOff: config.noticeSettings.noticesOff,
})

const channelsOf = ({ mail, noticeSettings }: Config): NoticeChannel[] => [
  'push',
  ...(noticeSettings.SMS_NOTICES === 'on' ? (['sms'] as const) : []),
  ...(mail ? (['mail'] as const) : []),
]

/** Counts mails for the panel and *Today*. */
const metered = (sender: MailSender, { providerCalls }: Metrics): MailSender => ({
  ...sender,
  async send(mail) {
    const startedAt = performance.now()
    const note = (outcome: string, cause?: string) =>
      providerCalls.note({
        ...{ kind: 'mail', provider: 'smtp', outcome, cause },
        latencyMs: performance.now() - startedAt,
      })
    try {
      const answer = await sender.send(mail)
      note('accepted')
      return answer
    } catch (error) {
      // The server has answered: a wrong address is not a fault of the service.
      if (error instanceof MailRefused && error.isRecipient) note('accepted')
      else if (error instanceof MailUnknown) note('unknown', error.message)
      else note('refused', error instanceof MailRefused ? error.message : 'unexpected error')
      throw error
    }
  },
})
