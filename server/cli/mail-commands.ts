import type { Command } from 'commander'
import { mailAddressPattern } from '#contract/mail-address.ts'
import { loadSettings } from '../config/load-settings.ts'
import { readConfig } from '../config/read-config.ts'
import { capitalised } from '../lib/capitalised.ts'
import { newId } from '../lib/ids.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { writeLetter } from '../mail/letter.ts'
import { MailRefused, MailUnknown } from '../mail/outcome.ts'
import { createMailSender, type OutgoingMail } from '../mail/sender.ts'
import { texts } from '../texts/index.ts'
import { exitOnInterrupt } from './on-interrupt.ts'
import { jsonOption } from './options.ts'
import { show } from './output.ts'

export function addMailCommands(dray: Command): void {
  dray
    .command('mail')
    .description('mails to people')
    .command('test <address>')
    .description(
      'send a test mail and say what the mail server answered; exits with 1 when it was not accepted',
    )
    .option(...jsonOption)
    .action(sendTest)
}

type TestResult = { outcome: 'accepted' | 'refused' | 'unknown'; answer: string; refuses_address: boolean }

async function sendTest(address: string, { json }: { json: boolean }): Promise<void> {
  using _ = exitOnInterrupt()
  if (!new RegExp(mailAddressPattern).test(address))
    throw new OperatorError(`${address} is not a mail address`)
  const { mail, serviceName } = readConfig(loadSettings(process.env).env)
  if (!mail) throw new OperatorError('This installation sends no mail: set MAIL_URL and MAIL_FROM')
  const result = await attempt(() => createMailSender(mail).send(testMail(address, capitalised(serviceName))))
  show(result, json)
  if (result.outcome !== 'accepted') process.exitCode = 1
}

async function attempt(send: () => Promise<string>): Promise<TestResult> {
  try {
    return { outcome: 'accepted', answer: await send(), refuses_address: false }
  } catch (error) {
    if (error instanceof MailUnknown)
      return { outcome: 'unknown', answer: error.message, refuses_address: false }
    if (!(error instanceof MailRefused)) throw error
    const { message, answer, isRecipient } = error
    return { outcome: 'refused', answer: answer ?? message, refuses_address: isRecipient }
  }
}

function testMail(to: string, serviceName: string): OutgoingMail {
  const { subject, body, reason } = texts.en.mails.trial
  const letter = writeLetter({
    ...{ language: 'en', serviceName, subject: subject(serviceName) },
    paragraphs: [body],
    reason,
  })
  return { ...letter, id: newId(), to, attachment: null }
}
