import { createJobView } from '#contract/admin/job-views.ts'
import { newId } from '../../server/lib/ids.ts'
import { insertPayment } from '../../server/payments/payment.ts'
import type { AuditedOperation } from './audited-operation.ts'
import type { TestDray } from './dray.ts'
import { newPhone } from './no-secrets.ts'
import type { Staff } from './staff.ts'

type Scene = { app: TestDray; owner: Staff }

const reason = 'asked to'

/** The operations on jobs of the panel, each with a job that allows it. */
export const auditedJobOperations: Record<string, (scene: Scene) => Promise<AuditedOperation>> = {
  cancelJob: async ({ app }) => act('job.cancel', await posted(app)),
  async chargeJobAgain({ app }) {
    const jobId = await posted(app)
    await app.db.pool.query(
      `update job set status = 'cancelled', cancellation_fee_cents = 100 where id = $1`,
      [jobId],
    )
    return act('job.charge', jobId)
  },
  async refundJob({ app }) {
    const jobId = await posted(app)
    await app.db.pool.query(
      `update payment set status = 'captured', captured_cents = amount_cents where job_id = $1`,
      [jobId],
    )
    return act('job.refund', jobId, { refund_id: newId(), amount_cents: 1 })
  },
  async resendJobText({ app }) {
    const jobId = await draft(app)
    await app.db.pool.query(
      `update sms set created_at = now() - interval '2 minutes', status = 'sent' where job_id = $1`,
      [jobId],
    )
    return act('job.resend_sms', jobId)
  },
  hideJob: async ({ app }) => act('job.hide', await posted(app)),
  async unhideJob({ app }) {
    const jobId = await posted(app)
    await app.db.pool.query('update job set staff_hidden_at = now() where id = $1', [jobId])
    return act('job.unhide', jobId)
  },
  withdrawJobDraft: async ({ app }) => act('job.withdraw', await draft(app)),
  async resolveJobProblems({ app }) {
    const jobId = await reported(app)
    return act('job.resolve_problems', jobId, {
      outcome: 'uphold',
      seen: await seen(app, 'job_problem', jobId),
    })
  },
  async decideTripReport({ app }) {
    const jobId = await posted(app)
    const carrierId = await carrier(app)
    await app.db.pool.query(
      `update job set status = 'accepted', accepted_at = now(), carrier_id = $2 where id = $1`,
      [jobId, carrierId],
    )
    await app.db.pool.query(
      `insert into trip_report (id, job_id, carrier_id, kind, status, fee_cents, due_at)
       values ($1, $2, $3, 'wrong_address', 'answered', 0, now() + interval '1 day')`,
      [newId(), jobId, carrierId],
    )
    return act('job.decide_trip_report', jobId, {
      outcome: 'dismiss',
      seen: await seen(app, 'trip_report', jobId),
    })
  },
  async confirmJobDelivery({ app }) {
    const jobId = await posted(app)
    await app.db.pool.query('insert into delivery_doubt (job_id, earliest_at) values ($1, now())', [jobId])
    return act('job.confirm_delivery', jobId)
  },
  async reassignJob({ app }) {
    const jobId = await posted(app)
    const [from, to] = [await carrier(app), await carrier(app)]
    await app.db.pool.query(
      `update job set status = 'accepted', accepted_at = now(), carrier_id = $2 where id = $1`,
      [jobId, from],
    )
    return act('job.reassign', jobId, { carrier_id: to })
  },
  async renewJobHold({ app }) {
    const jobId = await posted(app)
    await app.db.pool.query(
      `with card as (
        insert into payment_method (id, account_id, processor, reference, brand, last_four, expires_month, expires_year)
        select $2::uuid, customer_id, 'sandbox', $2::uuid::text, 'visa', '4242', 12, 2030 from job where id = $1 returning id)
      update payment set source = 'card', method_id = card.id, hold_expires_at = now() + interval '20 hours'
      from card where job_id = $1`,
      [jobId, newId()],
    )
    return act('job.renew_hold', jobId)
  },
  async askCustomer({ app }) {
    return act('job.ask_customer', await posted(app), { about: 'address' })
  },
  moveJobPin: async ({ app }) =>
    act('job.move_pin', await posted(app), { stop: 'pickup', lat: 40.42, lon: -3.7 }),
  answerPerson: async ({ app }) => ({
    act: 'job.answer',
    input: {
      params: { job_id: await reported(app) },
      body: { message_id: newId(), to: 'customer', told: 'We are looking into it' },
    },
  }),
  readConversationForStaff: async ({ app }) => ({
    act: 'job.read_messages',
    input: { params: { job_id: await reported(app) } },
  }),
  addJobNote: async ({ app }) => ({
    act: 'job.add_note',
    input: { params: { job_id: await draft(app) }, body: { text: 'A note' } },
  }),
  createJobView: async () => ({ act: 'job_view.create', input: { body: { name: 'Mine', filters: {} } } }),
  async changeJobView({ owner }) {
    return { act: 'job_view.change', input: { ...(await view(owner)), body: { name: 'Other' } } }
  },
  deleteJobView: async ({ owner }) => ({ act: 'job_view.delete', input: await view(owner) }),
  async orderJobViews({ owner }) {
    const body = { name: 'For all', filters: {}, shared: true }
    const { view_id } = await owner.ok(createJobView, { body })
    // Behind every place that a new view can have.
    const view_ids = [...Array.from({ length: 60 }, newId), view_id]
    return { act: 'job_view.order', input: { body: { view_ids } } }
  },
  exportJobTimeline: async ({ app }) => ({
    act: 'job.export_timeline',
    input: { params: { job_id: await draft(app) }, query: { format: 'csv' } },
  }),
  startJobExport: async () => ({ act: 'job.export', input: { body: {} } }),
}

const act = (name: string, job_id: string, more: object = {}): AuditedOperation => ({
  act: name,
  input: { params: { job_id }, body: { reason, ...more } },
})

async function seen(app: TestDray, table: 'job_problem' | 'trip_report', jobId: string) {
  const { rows } = await app.db.pool.query(`select id, status from ${table} where job_id = $1`, [jobId])
  return rows
}

async function view(owner: Staff) {
  const { view_id } = await owner.ok(createJobView, { body: { name: 'Mine', filters: {} } })
  return { params: { view_id } }
}

const draft = async (app: TestDray): Promise<string> => (await (await app.partner()).create()).body.job_id

async function reported(app: TestDray): Promise<string> {
  const jobId = await posted(app)
  await app.db.pool.query(
    `insert into job_problem (id, job_id, reported_by, kind) values ($1, $2, 'staff', 'other')`,
    [newId(), jobId],
  )
  return jobId
}

/** A posted job of a new customer, whose wallet holds its price. */
async function posted(app: TestDray): Promise<string> {
  const jobId = await draft(app)
  const accountId = await account(app)
  await app.db.pool.query(
    `update job set status = 'posted', posted_at = now(), customer_id = $2 where id = $1`,
    [jobId, accountId],
  )
  await app.db.kysely.transaction().execute((trx) =>
    insertPayment(trx, {
      id: newId(),
      purpose: 'publish',
      accountId,
      jobId,
      source: 'wallet',
      methodId: null,
      processor: 'sandbox',
      mode: 'live',
      amountCents: 1_000,
      returnUrl: null,
    }),
  )
  await app.db.pool.query(`update payment set status = 'held', held_at = now() where job_id = $1`, [jobId])
  return jobId
}

async function account(app: TestDray): Promise<string> {
  const id = newId()
  await app.db.pool.query('insert into account (id, phone) values ($1, $2)', [id, newPhone()])
  return id
}

async function carrier(app: TestDray): Promise<string> {
  const id = await account(app)
  await app.db.pool.query(
    `insert into carrier (account_id, status, vehicle_size, vehicle, base_address, base_lat, base_lon, radius_km)
     values ($1, 'approved', 'XL', 'van', 'Madrid', 40, -3, 100)`,
    [id],
  )
  return id
}
