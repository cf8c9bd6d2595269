import { after } from 'node:test'
import { giveBackJob, readCarrier, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob } from '#contract/app/customer.ts'
import { readTips } from '#contract/app/tips.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { deliverNotices } from '../../server/jobs/notices/deliver.ts'
import { outbox } from '../../server/sms/providers/outbox.ts'
import { noticeNeeds } from '../../server/start/connect-texts.ts'
import { type Deadline, day, since, testBothEnds } from '../support/deadline-ends.ts'
import { acceptedDeal, completedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'

/* The deadlines that begin when a job has ended (DESIGN 3, Life), a minute before their end and at their end. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const { signal } = new AbortController()

async function cancelled(): Promise<Deal> {
  const deal = await acceptedDeal(market)
  await deal.customer.ok(cancelMyJob, { params: deal.params, body: { fee_cents: 0 } })
  return deal
}

async function givenBack(): Promise<Deal> {
  const deal = await acceptedDeal(market)
  await deal.carrier.ok(giveBackJob, { params: deal.params, body: {} })
  return deal
}

/** Whether both see the other's phone, and may write. */
async function contact({ customer, carrier, params }: Deal) {
  const [mine, theirs] = [
    await customer.ok(readMyJob, { params }),
    await carrier.ok(readCarrierJob, { params }),
  ]
  const phones = [mine.carrier?.phone, theirs.customer.phone].map((phone) => typeof phone === 'string')
  return [...phones, mine.messages.together.open, theirs.messages.together.open]
}

/** Of the successor: whether its customer is texted. */
async function isTexted({ job_id }: Deal): Promise<boolean> {
  const smsProviders = [outbox.connect({})] as const
  await deliverNotices(
    { kysely, smsProviders, sendsMail: false, ...noticeNeeds(readConfig({}), null) },
    signal,
  )
  const { rowCount } = await pool.query(
    `select from sms join job on job.id = sms.job_id where job.predecessor_id = $1 and kind = 'notice'`,
    [job_id],
  )
  return rowCount === 1
}

const afterTheEnd: Deadline[] = [
  ...[
    { how: 'the delivery', deal: () => completedDeal(market), column: 'completed_at' },
    { how: 'a cancellation', deal: cancelled, column: 'cancelled_at' },
  ].map(
    ({ how, deal, column }): Deadline => ({
      name: `DESIGN 3, Life: both know each other's phone and may write until seven days after ${how}`,
      deal,
      end: since(app, column, 7 * day),
      ask: contact,
      ...{ before: [true, true, true, true], from: [false, false, false, false] },
    }),
  ),
  {
    name: 'promise 11: a problem can be reported for two days after the charge',
    deal: () => completedDeal(market),
    end: since(app, 'completed_at', 2 * day),
    ask: async ({ customer, params }) => (await customer.ok(readMyJob, { params })).may_report,
    ...{ before: true, from: false },
  },
  {
    name: 'decision 72: a tip can be given for seven days after the charge',
    deal: () => completedDeal(market),
    end: since(app, 'completed_at', 7 * day),
    ask: async ({ customer, params }) => (await customer.ok(readTips, { params })).may_tip,
    ...{ before: true, from: false },
  },
  {
    name: 'DESIGN 3, Life: a strike counts for 30 days',
    deal: givenBack,
    end: ({ carrier }, seconds) =>
      pool.query('update carrier_strike set at = now() - make_interval(secs => $2) where carrier_id = $1', [
        carrier.accountId,
        30 * day + seconds,
      ]),
    ask: async ({ carrier }) => (await carrier.ok(readCarrier)).strikes,
    ...{ before: 1, from: 0 },
  },
  {
    name: 'decision 65: the notice of the successor that waited for a day is only shown in the app',
    deal: givenBack,
    end: ({ job_id }, seconds) =>
      pool.query(
        `update notice set created_at = now() - make_interval(secs => $2)
         where kind = 'job_offered_again' and job_id = (select id from job where predecessor_id = $1)`,
        [job_id, day + seconds],
      ),
    ask: isTexted,
    ...{ before: true, from: false },
  },
]

testBothEnds(afterTheEnd)
