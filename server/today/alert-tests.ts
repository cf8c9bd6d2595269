import { type Kysely, sql, type Transaction } from 'kysely'
import type { AlertTestState } from '#contract/admin/alerts.ts'
import type { AlertChannel } from '#contract/vocabulary.ts'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import { giveUpSql } from '../mail/store.ts'
import { byMember, type Visit } from '../members/by-member.ts'
import type { MemberSession } from '../members/session-store.ts'

type Trx = Transaction<Tables>

export type AlertTestNeeds = {
  kysely: Kysely<Tables>
  /** Whether this installation sends mails, and calls a webhook. */
  sendsMail: boolean
  callsWebhook: boolean
}

export type AskedTest = {
  testId: string
  session: MemberSession
  visit: Visit
  channel: AlertChannel | 'webhook'
}

const maxPerDay = 20

/**
 * Queues a test of a channel: an alert without entries, which the tasks send as any other, once. A repeated id changes
 * nothing.
 *
 * @throws Problem `wrong_state` if nothing can be sent over the channel, `rate_limit_exceeded`, `not_found` for the id
 *   of another member's test.
 */
export async function startAlertTest(needs: AlertTestNeeds, asked: AskedTest): Promise<void> {
  const { testId, session, visit, channel } = asked
  const { memberId } = session
  await needs.kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('dray alert tests ' || ${memberId}, 0))`.execute(
      trx,
    )
    if (await isKnown(trx, { testId, memberId })) return
    if ((await countOfDay(trx, memberId)) >= maxPerDay) throw tooMany
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('alert')
      .values({ id: testId, member_id: memberId, says: 'test', entries: '[]', status: 'none' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw unknownTest
    await receivers[channel](trx, needs, asked)
    await recordAudit(trx, {
      ...byMember(session, visit),
      act: 'member.test_alerts',
      targets: [{ type: 'member', id: memberId }],
      changes: { channel: { from: null, to: channel } },
    })
  })
}

async function isKnown(trx: Trx, { testId, memberId }: { testId: string; memberId: string }) {
  const { rows } = await sql`
    select id from alert where id = ${testId} and member_id = ${memberId}`.execute(trx)
  return rows.length > 0
}

async function countOfDay(trx: Trx, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from alert
    where member_id = ${memberId} and created_at > now() - interval '24 hours'`.execute(trx)
  return rows[0]?.count ?? 0
}

type Receiver = (trx: Trx, needs: AlertTestNeeds, asked: AskedTest) => Promise<void>

/** Writes the row of the receiver in the queue of its channel. */
const receivers: Record<AskedTest['channel'], Receiver> = {
  async mail(trx, { sendsMail }, { testId, session: { memberId } }) {
    if (!sendsMail) throw noMail
    const { numAffectedRows } = await sql`
      insert into mail (kind, alert_id, member_id, give_up_at)
      select 'test', ${testId}, member_id, ${giveUpSql('test')} from member_mail
      where member_id = ${memberId} and failing_since is null`.execute(trx)
    if (numAffectedRows !== 1n) throw noAddress
  },
  async push(trx, _needs, { testId, session: { sessionId } }) {
    const { numAffectedRows } = await sql`
      insert into alert_delivery (alert_id, member_push_id)
      select ${testId}, id from member_push where session_id = ${sessionId}`.execute(trx)
    if (numAffectedRows !== 1n) throw noBrowser
  },
  async webhook(trx, { callsWebhook }, { testId }) {
    if (!callsWebhook) throw noWebhook
    await trx.insertInto('alert_delivery').values({ alert_id: testId }).execute()
  },
}

export type AlertTest = { state: AlertTestState; answer: string | null }

type Found = {
  status: 'due' | 'running' | 'sent' | 'failed' | 'unknown' | null
  answer: string | null
  error: string | null
  isOld: boolean
}

/** @throws Problem `not_found` for the id of another member's test. */
export async function readAlertTest(
  kysely: Kysely<Tables>,
  { testId, memberId }: { testId: string; memberId: string },
): Promise<AlertTest> {
  const { rows } = await sql<Found>`
    select coalesce(mail.status, delivery.status) as status, mail.answer,
      coalesce(mail.last_error, delivery.last_error) as error,
      alert.created_at < now() - interval '45 seconds' as "isOld"
    from alert left join mail on mail.alert_id = alert.id
      left join alert_delivery delivery on delivery.alert_id = alert.id
    where alert.id = ${testId} and alert.member_id = ${memberId} and alert.says = 'test'`.execute(kysely)
  const [found] = rows
  if (!found) throw unknownTest
  return { state: stateOf(found), answer: found.answer ?? found.error }
}

function stateOf({ status, error, isOld }: Found): AlertTestState {
  if (status === null) return 'ended'
  if (status === 'due' || status === 'running') return isOld ? 'late' : 'waiting'
  return status === 'failed' && error === 'too late' ? 'late' : status
}

const unknownTest = new Problem('not_found', (t) => t.requests.notFound)
const tooMany = new Problem('rate_limit_exceeded', (t) => t.panel.tooManyTests, { retryAfterSeconds: 3_600 })
const noMail = new Problem('wrong_state', (t) => t.accounts.noMail)
const noAddress = new Problem('wrong_state', (t) => t.panel.noAlertAddress)
const noBrowser = new Problem('wrong_state', (t) => t.panel.noAlertBrowser)
const noWebhook = new Problem('wrong_state', (t) => t.panel.noAlertWebhook)
