import type { Config } from '../config/read-config.ts'
import { createMailSender } from '../mail/sender.ts'
import { attempt, type Check, fail, ok } from './check.ts'

/** Connects to the mail server and signs in, without sending a mail; empty if no mail is set up. */
export const checkMail = async (config: Pick<Config, 'mail'>): Promise<Check[]> =>
  config.mail ? [await checkMailServer(config)] : []

/** As `checkMail`, for the panel. */
export function checkMailServer({ mail }: Pick<Config, 'mail'>): Promise<Check> {
  if (!mail) return Promise.resolve(fail(['mail'], ['notChosen'], ['lookAtSettings']))
  return attempt({ name: ['mail'], remedy: ['correctMailServer'] }, async () => {
    await createMailSender(mail).check()
    return ok(['mail'], ['mailFine', mail.from])
  })
}
