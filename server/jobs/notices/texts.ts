import { type Kysely, sql } from 'kysely'
import { noticeRules } from '#contract/notice-rules.ts'
import { type KeyMode, type NoticeKind, noticeKinds, type PersonLanguage } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { type AboutJob, pushPayload } from '../../push/messages.ts'
import { noticeSms } from '../../sms/messages.ts'
import type { NoticeSettings } from '../../sms/notice-settings.ts'
import type { PlainLetters } from '../../sms/plain-letters.ts'
import type { SmsProviders } from '../../sms/provider.ts'
import { cut, cutAtWord, safeText } from '../../sms/safe-text.ts'
import { smsProviderFor } from '../../sms/send.ts'
import { insertSms, type NewSms, newSmsRow, unclaimed } from '../../sms/store.ts'

export type NoticeTextNeeds = {
  smsProviders: SmsProviders
  noticeSettings: NoticeSettings
  /** The name of the app for its users, and the base URL of its links. */
  noticeTexts: { serviceName: string; baseUrl: string; plainLetters: PlainLetters }
}

/** A notice whose account has no push device that may receive it. */
export type UnheardNotice = {
  id: number
  accountId: string
  phone: string
  language: PersonLanguage
  kind: NoticeKind
  mode: KeyMode
  job: AboutJob | null
}

/** Lifetime of a text: an older notice is no longer useful. */
const lifeSecondsOf = (kind: NoticeKind) => (kind === 'carrier_arriving' ? 600 : 6 * 3_600)

/**
 * Writes a text for each notice, in the transaction that marks the notices as processed; a background task sends the
 * texts. The caps are counted under a lock on each account, so they also hold across nodes. Texts about money are
 * counted apart, so a long negotiation about a time leaves room for them. A text over a cap is written with status
 * `failed`, so the operator sees it.
 */
export async function textNotices(
  trx: Kysely<Tables>,
  needs: NoticeTextNeeds,
  notices: UnheardNotice[],
): Promise<NewSms[]> {
  if (notices.length === 0) return []
  await lockAccounts(trx, notices)
  const counts = await countTexts(trx, notices)
  const written: NewSms[] = []
  for (const notice of notices) {
    const row = rowOf(needs, notice, counts.take(notice, needs.noticeSettings))
    await insertSms(trx, row)
    written.push(row)
  }
  await dateTestTexts(trx, written)
  return written
}

/**
 * The text of a test job has the instant of its notice: the clock may be moved, and partners read when a text arrived.
 */
async function dateTestTexts(trx: Kysely<Tables>, written: NewSms[]): Promise<void> {
  const ids = written.filter(({ mode }) => mode === 'test').map(({ id }) => id)
  if (ids.length === 0) return
  await sql`
    update sms set created_at = notice.created_at, sent_at = case when sent_at is not null then notice.created_at end
    from notice where notice.id = sms.notice_id and sms.id = any(${ids})`.execute(trx)
}

/** Takes the locks in sorted order, to avoid a deadlock between two nodes. */
async function lockAccounts(trx: Kysely<Tables>, notices: UnheardNotice[]): Promise<void> {
  const accounts = [...new Set(notices.map(({ accountId }) => accountId))].sort()
  for (const account of accounts)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`dray notice texts ${account}`}, 0))`.execute(
      trx,
    )
}

async function countTexts(trx: Kysely<Tables>, notices: UnheardNotice[]) {
  const accounts = [...new Set(notices.map(({ accountId }) => accountId))]
  const rows = await trx
    .selectFrom('sms')
    .innerJoin('notice', 'notice.id', 'sms.notice_id')
    .select(['sms.account_id', 'sms.job_id', 'notice.kind'])
    .select(sql<boolean>`sms.created_at > now() - interval '24 hours'`.as('isRecent'))
    .where(sql<boolean>`sms.account_id = any(${accounts}::uuid[])`)
    .where(sql<boolean>`sms.last_error is distinct from 'cap'`)
    .execute()
  const counts = new Map<string, number>()
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const keysOf = (accountId: string | null, jobId: string | null | undefined, kind: NoticeKind) => {
    const whose = `${classOf(kind)} ${accountId}`
    return { day: whose, job: jobId ? `${whose} ${jobId}` : null }
  }
  for (const { account_id, job_id, kind, isRecent } of rows) {
    const keys = keysOf(account_id, job_id, kind)
    if (isRecent) add(keys.day)
    if (keys.job) add(keys.job)
  }
  return {
    /** Whether one more text is allowed by the caps; if so, counts it. */
    take({ accountId, job, kind }: UnheardNotice, caps: NoticeSettings): boolean {
      const keys = keysOf(accountId, job?.id, kind)
      const perDay = counts.get(keys.day) ?? 0
      const perJob = keys.job ? (counts.get(keys.job) ?? 0) : 0
      const fits =
        perDay < caps.SMS_NOTICES_PER_PERSON_PER_DAY && perJob < caps.SMS_NOTICES_PER_PERSON_PER_JOB
      if (fits) add(keys.day)
      if (fits && keys.job) add(keys.job)
      return fits
    },
  }
}

const moneyKinds: readonly NoticeKind[] = noticeKinds.filter((kind) => noticeRules[kind].isAboutMoney)

const classOf = (kind: NoticeKind) => (moneyKinds.includes(kind) ? 'money' : 'news')

function rowOf(needs: NoticeTextNeeds, notice: UnheardNotice, fits: boolean): NewSms {
  const { baseUrl, ...texts } = needs.noticeTexts
  const { kind, language, mode } = notice
  const { title, body, url } = pushPayload({ kind, language, job: notice.job && safeJob(notice.job) })
  const createdAt = new Date()
  return unclaimed(
    newSmsRow({
      about: { notice: notice.id, accountId: notice.accountId, jobId: notice.job?.id ?? null },
      keyId: null,
      mode,
      to: notice.phone,
      body: noticeSms({ ...texts, language, title, body, link: `${baseUrl}${url}` }),
      provider: smsProviderFor(mode, needs.smsProviders),
      ...(!fits && { refusal: 'cap' as const }),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifeSecondsOf(kind) * 1_000),
    }),
  )
}

/** Cleans texts written by partners and carriers, so phones and mail programs detect only our links. */
export const safeJob = (job: AboutJob): AboutJob => ({
  ...job,
  title: cutAtWord(safeText(job.title), 40, '...'),
  pickup: cut(safeText(job.pickup), 40),
  dropoff: cut(safeText(job.dropoff), 40),
  carrierName: job.carrierName && cut(safeText(job.carrierName), 30),
})
