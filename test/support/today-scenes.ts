import type { TodayKind } from '#contract/vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import { watchLedger, watchWholeLedger } from '../../server/today/ledger.ts'
import { partnerCalls, providerCalls } from './activity-scenes.ts'
import { closingScenes, type Scene } from './closing-scenes.ts'
import { acceptedDeal, deliveredDeal, earlyDelivery, report } from './deals.ts'
import { upload } from './documents.ts'
import { endingDocument } from './ending-document.ts'
import type { Market } from './market.ts'
import { waitingMessage } from './message-scenes.ts'
import { refusedCodes } from './refused-codes.ts'
import { refusedPushes } from './refused-pushes.ts'
import { settleMoney } from './run-money-tasks.ts'
import { stoppedTasks } from './stopped-tasks.ts'
import { vagueAddresses } from './vague-addresses.ts'
import { contestedTrip } from './wasted-trips.ts'

const change = ({ app }: Market, statement: string, ...values: unknown[]) =>
  app.db.pool.query(statement, values)

/** What the background does every 20 s: it finds what differs, and what does not any longer. */
export async function checkLedger(market: Market): Promise<void> {
  await change(market, 'update ledger_check set whole_due_at = now(), due_at = now()')
  const { kysely } = market.app.db
  await watchWholeLedger({ kysely, slowReads: kysely }, new AbortController().signal)
  await watchLedger({ kysely })
}

/** A posted job changed by a statement that gets the job's id as `$1`. */
const postedJob =
  (begin: string, end: string, subjectOf = 'select $1::text as id'): Scene =>
  async (market) => {
    const { job_id } = await market.posted(await market.person())
    await change(market, begin, job_id)
    const { rows } = await change(market, subjectOf, job_id)
    return { subject: rows[0].id, end: () => change(market, end, job_id) }
  }

const openedDraft =
  (begin: string, end: string): Scene =>
  async (market) => {
    const { job_id } = await market.draft(await market.person())
    await change(market, begin, job_id)
    return { subject: job_id, end: () => change(market, end, job_id) }
  }

/** A call to the processor for a delivered job, left undone. */
const stuckCall =
  (kind: string, status: string, end: string): Scene =>
  async (market) => {
    const { job_id } = await deliveredDeal(market)
    const id = newId()
    await change(
      market,
      `insert into payment_effect (id, payment_id, kind, amount_cents, status, last_error, carrier_id, settled_at)
       select $1, id, $2, 100, $3, 'the line broke', null, case when $3 = 'refused' then now() end
       from payment where job_id = $4`,
      id,
      kind,
      status,
      job_id,
    )
    return { subject: id, end: () => change(market, end, id) }
  }

/** One or more ways into each kind of entry. */
export const todayScenes: Record<TodayKind, Scene[]> = {
  tasks_stopped: stoppedTasks,
  hold_ends: [
    postedJob(
      `update payment set hold_expires_at = now() + interval '22 hours' where job_id = $1`,
      `update payment set hold_expires_at = now() + interval '6 days' where job_id = $1`,
      'select id from payment where job_id = $1',
    ),
  ],
  job_hidden: [
    postedJob(
      'update job set hidden_at = now() where id = $1',
      'update job set hidden_at = null where id = $1',
    ),
  ],
  collection_overdue: [
    async (market) => {
      const { job_id } = await acceptedDeal(market)
      await change(market, `update job set accepted_at = now() - interval '24 hours' where id = $1`, job_id)
      const end = () => change(market, 'update job set collected_at = now() where id = $1', job_id)
      return { subject: job_id, end }
    },
  ],
  capture_stuck: [
    async (market) => {
      const { job_id } = await acceptedDeal(market)
      const id = newId()
      await change(
        market,
        `insert into payment_effect (id, payment_id, kind, amount_cents, created_at)
         select $1, id, 'capture', 100, now() - interval '61 seconds' from payment where job_id = $2`,
        id,
        job_id,
      )
      return { subject: id, end: () => change(market, 'delete from payment_effect where id = $1', id) }
    },
  ],
  refund_stuck: [
    stuckCall('refund', 'due', 'delete from payment_effect where id = $1'),
    stuckCall('refund', 'refused', 'delete from payment_effect where id = $1'),
  ],
  payout_stuck: [
    stuckCall('transfer', 'refused', 'delete from payment_effect where id = $1'),
    async (market) => {
      const { job_id } = await deliveredDeal(market)
      await settleMoney(market.app)
      const { rows } = await change(
        market,
        `update payment_effect set created_at = now() - interval '8 days'
         where kind = 'transfer' and due_at = 'infinity' and payment_id in (select id from payment where job_id = $1)
         returning id`,
        job_id,
      )
      const subject = rows[0].id
      return {
        subject,
        end: () => change(market, `update payment_effect set created_at = now() where id = $1`, subject),
      }
    },
  ],
  job_owed: [
    async (market) => {
      const { job_id } = await acceptedDeal(market)
      await change(market, `update payment set status = 'released' where job_id = $1`, job_id)
      await change(market, 'update job set delivered_at = now() where id = $1', job_id)
      const end = async () => {
        await change(market, 'update job set delivered_at = null where id = $1', job_id)
        await change(market, `update payment set status = 'held' where job_id = $1`, job_id)
      }
      return { subject: job_id, end }
    },
  ],
  sms_failed: [
    async (market) => {
      const { body } = await market.partner.create({ customer_phone: '+34611000111' })
      const { rows } = await change(
        market,
        `update sms set status = 'failed', last_error = 'no such number' where job_id = $1 returning id`,
        body.job_id,
      )
      const subject = rows[0].id
      return { subject, end: () => change(market, `update sms set status = 'sent' where id = $1`, subject) }
    },
  ],
  draft_expires: [
    openedDraft(
      `update job set expires_at = now() + interval '23 hours' where id = $1`,
      `update job set expires_at = now() + interval '3 days' where id = $1`,
    ),
  ],
  address_coarse: vagueAddresses,
  carrier_waiting: [
    async (market) => {
      const { accountId } = await market.carrier({ status: 'pending' })
      return {
        subject: accountId,
        end: () => change(market, `update carrier set status = 'approved' where account_id = $1`, accountId),
      }
    },
    async (market) => {
      const carrier = await market.carrier({ status: 'pending' })
      await upload(carrier)
      const end = async () => {
        await change(market, 'delete from carrier_document where account_id = $1', carrier.accountId)
        await change(
          market,
          `update carrier set status = 'rejected' where account_id = $1`,
          carrier.accountId,
        )
      }
      return { subject: carrier.accountId, end }
    },
  ],
  trip_contested: [contestedTrip],
  message_waiting: [waitingMessage],
  problem_open: [
    async (market) => {
      const problem_id = newId()
      await report(await acceptedDeal(market), { problem_id })
      return {
        subject: problem_id,
        end: () =>
          change(
            market,
            `update job_problem set status = 'dismissed', resolved_at = now() where id = $1`,
            problem_id,
          ),
      }
    },
  ],
  delivery_doubted: [
    async (market) => {
      const { job_id } = await earlyDelivery(market)
      // The sandbox moves no real money, so nothing was blocked.
      await change(
        market,
        `insert into money_block (job_id, cause, until) values ($1, 'early_delivery', now() + interval '2 days')`,
        job_id,
      )
      return {
        subject: job_id,
        end: () => change(market, 'update money_block set lifted_at = now() where job_id = $1', job_id),
      }
    },
  ],
  dispute_open: [
    async (market) => {
      const reference = `dp_${newId()}`
      await change(
        market,
        `insert into dispute (processor, reference, kind, status, reason, amount_cents, respond_by)
         values ('stripe', $1, 'dispute', 'needs_response', 'fraudulent', 4200, now() + interval '3 days')`,
        reference,
      )
      return {
        subject: reference,
        end: () => change(market, 'update dispute set closed_at = now() where reference = $1', reference),
      }
    },
  ],
  ledger_unbalanced: [
    async (market) => {
      const { accountId } = await market.person()
      await change(market, 'insert into wallet (account_id, balance_cents) values ($1, 500)', accountId)
      await checkLedger(market)
      const end = async () => {
        await change(market, 'delete from wallet where account_id = $1', accountId)
        await checkLedger(market)
      }
      return { subject: 'wallet balance', end }
    },
  ],
  ledger_unchecked: [
    async (market) => {
      await checkLedger(market)
      await change(market, `update ledger_check set late_at = now() - interval '1 second', due_at = now()`)
      return { subject: 'ledger', end: () => watchLedger(market.app.db) }
    },
    async (market) => {
      await checkLedger(market)
      await change(
        market,
        `update ledger_check set whole_late_at = now() - interval '1 second', due_at = now()`,
      )
      await watchLedger(market.app.db)
      return { subject: 'ledger', end: () => checkLedger(market) }
    },
  ],
  ...closingScenes,
  partner_near_limit: [
    partnerCalls([{ status: 201, calls: 80 }]),
    partnerCalls([
      { status: 201, calls: 5, secondsAgo: 600 },
      { status: 429, calls: 1, secondsAgo: 600 },
    ]),
  ],
  partner_errors: [
    partnerCalls([
      { status: 201, calls: 16 },
      { status: 422, calls: 4, secondsAgo: 60 },
      { status: 201, calls: 94, secondsAgo: 7_200 },
      { status: 400, calls: 6, secondsAgo: 7_200 },
    ]),
    partnerCalls([{ status: 400, calls: 20, secondsAgo: 60 }]),
  ],
  provider_failing: [
    providerCalls([
      { outcome: 'located', calls: 5 },
      { outcome: 'unavailable', calls: 5 },
    ]),
    providerCalls([
      { outcome: 'unavailable', calls: 3 },
      { outcome: 'located', calls: 50, secondsAgo: 1_200 },
    ]),
  ],
  document_waiting: [
    async (market) => {
      const { document_id } = await upload(await market.carrier())
      return {
        subject: document_id,
        end: () => change(market, 'delete from carrier_document where id = $1', document_id),
      }
    },
  ],
  document_expires: [endingDocument(30), endingDocument(-1)],
  sign_in_refused: [refusedCodes],
  pushes_refused: [refusedPushes],
}
