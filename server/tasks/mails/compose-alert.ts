import { type Kysely, sql } from 'kysely'
import { type Language, languages } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { writeLetter } from '../../mail/letter.ts'
import type { ClaimedMail } from '../../mail/store.ts'
import { texts } from '../../texts/index.ts'
import { countOf, readTold, type Told } from '../../today/told-entries.ts'
import type { Composed, ComposeNeeds } from './composed.ts'

type AlertMail = Pick<ClaimedMail, 'recipient' | 'member_id'> & { alert_id: string }

/** Null when every entry that it tells of has ended, or the member wants none of them. */
export const composeAlert = (needs: ComposeNeeds, mail: AlertMail): Promise<Composed | null> =>
  mail.member_id === null
    ? toOperator(needs, mail)
    : toMember(needs, { alertId: mail.alert_id, memberId: mail.member_id })

/** To an address of `ALERT_MAIL`: in both languages, because it belongs to no person. */
async function toOperator(
  { kysely, mailTexts }: ComposeNeeds,
  { recipient, alert_id: alertId }: AlertMail,
): Promise<Composed | null> {
  const told = recipient === null ? null : await readTold(kysely, { alertId, to: null })
  if (!told || recipient === null) return null
  const { open, reason, ...says } = texts.en.alerts
  const letter = writeLetter({
    ...{ language: 'en', serviceName: mailTexts.serviceName },
    subject: says[told.says].subject(countOf(told.entries)),
    paragraphs: languages.map((language) => bodyOf(told, language)),
    link: { words: open, url: `${mailTexts.baseUrl}/admin` },
    reason,
  })
  return { ...letter, to: recipient, attachment: null }
}

async function toMember(
  { kysely, mailTexts: { serviceName, baseUrl } }: ComposeNeeds,
  { alertId, memberId }: { alertId: string; memberId: string },
): Promise<Composed | null> {
  const told = await readTold(kysely, { alertId, to: { memberId, channel: 'mail' } })
  const member = told && (await findAddress(kysely, memberId))
  if (!member) return null
  const { language, to } = member
  const t = texts[language].alerts
  const letter = writeLetter({
    ...{ language, serviceName, subject: t[told.says].subject(countOf(told.entries)) },
    paragraphs: [bodyOf(told, language), `${t.choose}: ${baseUrl}/admin/alerts`],
    link: { words: t.open, url: `${baseUrl}/admin` },
    reason: t.memberReason,
  })
  return { ...letter, to, attachment: null }
}

const bodyOf = ({ says, entries }: Told, language: Language): string => {
  const { alerts } = texts[language]
  return alerts[says].body(countOf(entries), alerts.listed(entries))
}

async function findAddress(kysely: Kysely<Tables>, memberId: string) {
  const { rows } = await sql<{ to: string; language: Language }>`
    select address as to, language from member_mail join member on member.id = member_mail.member_id
    where member_id = ${memberId} and failing_since is null`.execute(kysely)
  return rows[0] ?? null
}
