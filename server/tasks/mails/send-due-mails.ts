import { sql } from 'kysely'
import { markFailing } from '../../accounts/mail/address.ts'
import { dueIds, runDueRows } from '../../db/leased-rows.ts'
import { MailRefused } from '../../mail/outcome.ts'
import { afterFailure, endOf, mayTry } from '../../mail/retry-policy.ts'
import type { MailSender } from '../../mail/sender.ts'
import {
  type ClaimedMail,
  claimMail,
  keepAnswer,
  mailRows,
  recordFailure,
  recordSent,
} from '../../mail/store.ts'
import { markAlertAddressFailing } from '../../members/alert-mail.ts'
import { composeMail } from './compose-mail.ts'
import type { ComposeNeeds } from './composed.ts'

export type MailNeeds = ComposeNeeds & {
  /** Null while the installation sends no mail. */
  mailSender: MailSender | null
  /** Called with every failure; the messages contain no address. */
  onMailError: (error: Error) => void
}

/** Sends all due mails, also of crashed senders. */
export async function sendDueMails(needs: MailNeeds, signal: AbortSignal): Promise<void> {
  const { kysely, mailSender } = needs
  if (!mailSender) return
  const due = {
    together: 4,
    findIds: (limit: number) => dueIds(kysely, mailRows, { limit }),
    async work(id: string) {
      const mail = await claimMail(kysely, id)
      if (mail) await sendMail(needs, mailSender, mail)
    },
  }
  await runDueRows(due, signal)
}

async function sendMail(needs: MailNeeds, mailSender: MailSender, mail: ClaimedMail): Promise<void> {
  const { kysely } = needs
  const { id, unknownOutcomes } = mail
  const end = { status: endOf(mail), unknownOutcomes }
  if (!mayTry(mail)) return void (await recordFailure(kysely, mail, end, mail.last_error ?? 'too late'))
  const composed = await compose(needs, mail)
  if (composed === 'failed')
    return void (await recordFailure(kysely, mail, afterFailure(null, mail), notComposed))
  if (!composed) return void (await recordFailure(kysely, mail, end, 'nothing to send'))
  let answer: string
  try {
    answer = await mailSender.send({ id, ...composed })
  } catch (error) {
    const reason = error instanceof Error ? error : new Error('unexpected')
    needs.onMailError(reason)
    if (error instanceof MailRefused && error.answer) await keepAnswer(kysely, mail, error.answer)
    if (error instanceof MailRefused && error.isRecipient) await noteRefusedAddress(needs, mail, composed.to)
    await recordFailure(kysely, mail, afterFailure(error, mail), reason.message)
    return
  }
  await keepAnswer(kysely, mail, answer)
  await recordSent(kysely, mail)
}

const notComposed = 'not composed'

/** A mail that cannot be composed was not sent: it is tried again, and others are not held up. */
async function compose(needs: MailNeeds, mail: ClaimedMail) {
  try {
    return await composeMail(needs, mail)
  } catch (error) {
    // The message may hold words of the mail.
    needs.onMailError(new Error(`${notComposed}: ${error instanceof Error ? error.name : 'unexpected'}`))
    return 'failed' as const
  }
}

/** The person sees it in the app, where they can correct the address. */
async function noteRefusedAddress(
  { kysely }: MailNeeds,
  { account_id: accountId, member_id: memberId, confirmation_id }: ClaimedMail,
  address: string,
): Promise<void> {
  if (confirmation_id !== null)
    await sql`update mail_confirmation set refused_at = now() where id = ${confirmation_id}`.execute(kysely)
  else if (accountId !== null) await markFailing(kysely, { accountId, address })
  else if (memberId !== null) await markAlertAddressFailing(kysely, { memberId, address })
}
