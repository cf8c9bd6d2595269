import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { afterSeconds, claimRow, finishRow, releaseRow } from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'
import type { MailLife, Next } from './retry-policy.ts'

type Db = Kysely<Tables>

/** `mail` as a queue. An attempt takes at most 20 s. */
export const mailRows = { table: 'mail', leaseSeconds: 40 } as const

/** How long a mail is tried. Of a code, its life. */
const lifeSeconds = {
  ...{ notice: 86_400, invoice: 7 * 86_400, alert: 7 * 86_400, confirmation: 3_600 },
  // One attempt, because somebody waits for the result: a second one comes 30 s after the first.
  test: 30,
}

/** SQL: an address of `account_id` to which mails may be written now. */
export const hasMailSql = (accountId: string) =>
  `exists (select from mail_address where mail_address.account_id = ${accountId} and mail_address.failing_since is null)`

/** SQL: when a mail of this kind, written now, is too old. */
export const giveUpSecondsSql = (kind: keyof typeof lifeSeconds): string =>
  `now() + interval '${lifeSeconds[kind]} seconds'`

export const giveUpSql = (kind: keyof typeof lifeSeconds): RawBuilder<Date> => sql.raw(giveUpSecondsSql(kind))

export type ClaimedMail = Selectable<Tables['mail']> & MailLife & { claimId: string }

/** Claims a mail that is due. If an earlier attempt has not ended, its outcome is unknown. */
export async function claimMail(db: Db, id: string): Promise<ClaimedMail | null> {
  const mail = await claimRow(db, mailRows, id, {
    unknown_outcomes: sql`unknown_outcomes + (status = 'running')::integer`,
  })
  return (
    mail && {
      ...mail,
      unknownOutcomes: mail.unknown_outcomes,
      remainingSeconds: (mail.give_up_at.getTime() - mail.now.getTime()) / 1_000,
    }
  )
}

/** Keeps what the mail server has answered to a test. Any address in it is left out. */
export async function keepAnswer(db: Db, { id, claimId, kind }: ClaimedMail, answer: string): Promise<void> {
  if (kind !== 'test') return
  const kept = answer
    .replace(/[^\s<>@]+@[^\s<>@]+/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 500)
  await sql`update mail set answer = ${kept} where id = ${id} and claim_id = ${claimId}`.execute(db)
}

/** The sealed code is needed no longer. @returns false when the claim is lost. */
export const recordSent = (db: Db, mail: ClaimedMail): Promise<boolean> =>
  finishRow(db, mailRows, mail, { status: 'sent', sent_at: sql`now()`, last_error: null, sealed_code: null })

/** @returns false when the claim is lost. */
export const recordFailure = (db: Db, mail: ClaimedMail, next: Next, error: string): Promise<boolean> =>
  next.status === 'due'
    ? releaseRow(db, mailRows, mail, {
        dueAt: afterSeconds(next.delaySeconds),
        unknown_outcomes: next.unknownOutcomes,
        last_error: error,
      })
    : finishRow(db, mailRows, mail, {
        ...{ status: next.status, unknown_outcomes: next.unknownOutcomes },
        ...{ last_error: error, sealed_code: null },
      })
