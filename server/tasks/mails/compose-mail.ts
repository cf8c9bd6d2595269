import { sql } from 'kysely'
import { type InvoiceKind, statementKinds } from '#contract/invoice-vocabulary.ts'
import { noticeRules } from '#contract/notice-rules.ts'
import type { NoticeKind, PersonLanguage } from '#contract/vocabulary.ts'
import { languageIn } from '../../db/language-columns.ts'
import { readInvoiceFile } from '../../invoices/invoice-file.ts'
import { simplifiedKindOf, titleOf } from '../../invoices/title.ts'
import { safeJob } from '../../jobs/notices/texts.ts'
import { writeLetter } from '../../mail/letter.ts'
import type { ClaimedMail } from '../../mail/store.ts'
import { type AboutJob, aboutJobSql, pushPayload } from '../../push/messages.ts'
import { texts } from '../../texts/index.ts'
import { composeAlert } from './compose-alert.ts'
import type { Composed, ComposeNeeds } from './composed.ts'

type Mail = Pick<
  ClaimedMail,
  | 'id'
  | 'account_id'
  | 'recipient'
  | 'notice_id'
  | 'invoice_id'
  | 'alert_id'
  | 'member_id'
  | 'confirmation_id'
  | 'sealed_code'
>

/**
 * Reads what a mail says, and to whom, when it is sent: so a changed, removed or refused address, a suspension and an
 * erasure count also for mails that wait. Null when nothing is to be sent any longer.
 */
export function composeMail(needs: ComposeNeeds, mail: Mail): Promise<Composed | null> {
  if (mail.confirmation_id !== null) return composeConfirmation(needs, mail, mail.confirmation_id)
  if (mail.invoice_id !== null) return composeInvoice(needs, mail, mail.invoice_id)
  if (mail.alert_id !== null) return composeAlert(needs, { ...mail, alert_id: mail.alert_id })
  if (mail.notice_id !== null) return composeNotice(needs, mail.notice_id)
  return Promise.resolve(null)
}

async function composeConfirmation(
  { kysely, mailSealer, mailTexts: { serviceName } }: ComposeNeeds,
  { id, sealed_code, member_id }: Mail,
  confirmationId: string,
): Promise<Composed | null> {
  const { rows } = await sql<{ to: string; language: PersonLanguage }>`
    select c.address as to, coalesce(${languageIn('a')}, m.language) as language from mail_confirmation c
      left join account a on a.id = c.account_id left join member m on m.id = c.member_id
    where c.id = ${confirmationId} and c.used_at is null and c.expires_at > now()`.execute(kysely)
  const [found] = rows
  const code = sealed_code && mailSealer.open(id, sealed_code)
  if (!found || !code) return null
  const { to, language } = found
  const t = texts[language][member_id === null ? 'mails' : 'alerts'].confirmation
  const letter = writeLetter({
    ...{ language, serviceName, subject: t.subject, code },
    paragraphs: [t.body(serviceName)],
    reason: t.reason,
  })
  return { ...letter, to, attachment: null }
}

type Addressed = { to: string; token: string; language: PersonLanguage }

const addressed = sql`address.address as to, address.token, ${languageIn('a')} as language
  from account a join mail_address address on address.account_id = a.id and address.failing_since is null`

const isOfCarrier = (kind: InvoiceKind): boolean => statementKinds.some((each) => each === kind)

async function composeInvoice(
  { kysely, mailTexts: { serviceName, baseUrl } }: ComposeNeeds,
  { account_id: accountId }: Mail,
  invoiceId: string,
): Promise<Composed | null> {
  if (accountId === null) return null
  const { rows } = await sql<Addressed>`select ${addressed} where a.id = ${accountId}`.execute(kysely)
  const [found] = rows
  const file =
    found && (await readInvoiceFile(kysely, { id: invoiceId, language: found.language, accountId }))
  if (!file) return null
  const { to, language } = found
  const { kind, jobId, totalCents, isTest } = file.invoice
  const t = texts[language]
  const simplified = simplifiedKindOf(file.invoice)
  const words = simplified ? t.mails.simplified[simplified] : t.mails.invoice[kind]
  const letter = writeLetter({
    ...{ language, serviceName },
    subject: titleOf(file.invoice, t.invoices),
    paragraphs: [words(totalCents), ...(isTest ? [t.mails.test] : [])],
    link: jobId
      ? { words: t.mails.openJob, url: `${baseUrl}/app/jobs/${jobId}` }
      : {
          words: t.mails.openApp,
          url: `${baseUrl}${isOfCarrier(kind) ? '/carrier/earnings' : '/app/account'}`,
        },
    reason: t.mails.reason(serviceName),
  })
  return { ...letter, to, attachment: { name: file.fileName, bytes: file.bytes } }
}

async function composeNotice(
  { kysely, mailTexts: { serviceName, baseUrl } }: ComposeNeeds,
  noticeId: number,
): Promise<Composed | null> {
  const { rows } = await sql<Addressed & { kind: NoticeKind; job: AboutJob | null }>`
    select n.kind, ${sql.raw(aboutJobSql)} as job, ${addressed}
    join notice n on n.account_id = a.id left join job on job.id = n.job_id
    left join account who on who.id = job.carrier_id
    where n.id = ${noticeId} and a.suspended_at is null`.execute(kysely)
  const [found] = rows
  if (!found) return null
  const { to, token, language, kind } = found
  const t = texts[language].mails
  const job = found.job && safeJob(found.job)
  const { title, body, url } = pushPayload({ kind, language, job })
  const letter = writeLetter({
    ...{ language, serviceName, subject: title, paragraphs: [body] },
    link: { words: job ? t.openJob : t.openApp, url: `${baseUrl}${url}` },
    reason: t.reason(serviceName),
    ...(!noticeRules[kind].isAboutMoney && { offUrl: `${baseUrl}/mail/off/${token}` }),
  })
  return { ...letter, to, attachment: null }
}
