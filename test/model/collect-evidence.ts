import { instantAt } from '../../server/lib/zoned-time.ts'
import { assertBooks } from '../support/money-books.ts'
import type { Evidence, Hold, OrderEvidence, StoredJob } from './history.ts'
import type { OrderRun } from './requests.ts'
import type { Run } from './run.ts'

type Recovered = { lostLeases: string[] } & Pick<Evidence, 'limitIs' | 'recoveryMs'>

/** Reads what the history has left in the database, at the processor and at the provider of SMS. */
export async function collectEvidence(run: Run, { lostLeases, ...more }: Recovered): Promise<Evidence> {
  const { plan, calls, faults, breaches, world, orders } = run
  const books = await assertBooks(world.installation.db).then(
    () => [],
    (error: unknown) => [String(error)],
  )
  return {
    plan,
    calls,
    faults: faults.seen,
    orders: await Promise.all(orders.map((order) => evidenceOf(run, order, lostLeases))),
    breaches: [...breaches, ...books],
    ...more,
  }
}

async function evidenceOf(run: Run, order: OrderRun, lostLeases: string[]): Promise<OrderEvidence> {
  const { pool } = run.world.installation.db
  const { phone } = order.customer
  const { rows: jobs } = await pool.query<StoredJob>(storedJobs, [phone])
  const { rows: holds } = await pool.query<Hold>(holdsOf, [order.paymentIds, jobs.map(({ id }) => id)])
  const texts = run.world.installation.sms.ledger.filter(
    ({ to, body }) => to === phone && body.includes('/draft/'),
  )
  return {
    jobId: order.jobId,
    windows: order.windows.map(({ id, day }) => ({ id, endsMs: endOf(day) })),
    jobs,
    holds,
    textsMs: texts.map(({ atMs }) => atMs - run.startedAtMs),
    lostText: order.planned.lostTexts > 0 || lostLeases.includes(phone),
  }
}

/** Each window ends at noon, where the test jobs are picked up. */
const endOf = (day: string): number => instantAt(Date.parse(`${day}T12:00:00Z`), 'Europe/Madrid').getTime()

const storedJobs = `
  select job.id, job.status, title, size, (price->>'totalCents')::integer as "totalCents",
    (price->>'helperCents')::integer as "carrierCents",
    (select count(*)::integer from photo join job owner on owner.id = photo.job_id
      where coalesce(owner.first_job_id, owner.id) = job.id) as photos,
    json_build_object(
      'isBeforeCollection', job.status = 'accepted' and job.collected_at is null,
      'endsAtMs', extract(epoch from job.window_ends_at) * 1000,
      'windows', (select coalesce(json_agg(json_build_object('id', w.id, 'status', w.status, 'wasAgreed', w.agreed_at is not null)), '[]')
        from job_window w where w.job_id = job.id),
      'reminders', (select coalesce(json_agg(json_build_object('by', told.by, 'kind', told.kind, 'count', told.count)), '[]')
        from (select case n.account_id when job.customer_id then 'customer' else 'carrier' end as by, n.kind, count(*) from notice n
          where n.job_id = job.id and n.kind in ('time_in_a_day', 'time_in_an_hour') group by 1, 2) told)) as time,
    (select sms.status from sms where sms.job_id = job.id and sms.kind = 'draft') as "textStatus",
    exists (select from job successor where successor.predecessor_id = job.id and successor.status = 'posted') as "goesOn"
  from job where customer_phone = $1 and origin = 'partner' order by created_at`

const holdsOf = `
  select coalesce(job.first_job_id, job.id) as "jobId", a.status, a.amount_cents as "amountCents", a.captured_cents as "capturedCents",
    array(select m.amount_cents from sandbox_movement m
      where m.kind = 'transfer' and m.authorization_reference = a.reference) as "transfersCents"
  from sandbox_authorization a left join payment p on p.id = a.payment_id left join job on job.id = p.job_id
  where a.status in ('held', 'captured', 'released')
    and (a.payment_id = any($1) or coalesce(job.first_job_id, job.id) = any($2))`
