import { refuseDocument } from '#contract/admin/documents.ts'
import { refundJob } from '#contract/admin/job-acts.ts'
import { releaseDispute } from '#contract/admin/money/disputes.ts'
import { closeMonth } from '#contract/admin/months.ts'
import { renamePartner } from '#contract/admin/partners.ts'
import { explainDifference } from '#contract/admin/reconciliation.ts'
import { changeMe } from '#contract/app/account.ts'
import { acceptJob, deliverJob, saveCarrier } from '#contract/app/carrier.ts'
import { beat } from '../../server/db/nodes.ts'
import { newId } from '../../server/lib/ids.ts'
import { bookEndedMonth } from './audited-closing.ts'
import { addDifference, addRun } from './closing-scenes.ts'
import { upload } from './documents.ts'
import type { Market } from './market.ts'
import { fillWallet, payByCard } from './paying.ts'
import { packed } from './payloads.ts'
import type { Person } from './person.ts'
import { settleMoney } from './run-money-tasks.ts'
import type { Staff } from './staff.ts'

/** What people write at most, in characters. */
const most = { title: 200, name: 80, company: 60 }

/** One line without controls of direction, which many fields refuse. */
const plain = (length: number): string[] =>
  packed(length).filter((text) => !/[\u200B\u202A-\u202E\u2066-\u2069]/u.test(text))

/** Words of staff. */
const reason = plain(300)[0] ?? ''

/** The words of a processor, a provider or a node. Their controls of direction are shown as they are. */
const saidByMachines = plain(2_000).join(' ')

export type PlantedDeal = {
  customer: Person
  carrier: Person
  job_id: string
  /** Of the job, of its customer and of its carrier. */
  texts: { title: string; customer: string; carrier: string }
}

/** Accepted jobs whose title, reference, customer and carrier are payloads, all of them together. */
export async function plantDeals(market: Market): Promise<PlantedDeal[]> {
  const [titles, names] = [packed(most.title), plain(most.name)]
  const deals: PlantedDeal[] = []
  for (const [at, name] of names.entries()) {
    const title = titles[at % titles.length] ?? ''
    deals.push(await plantDeal(market, { title, customer: name, carrier: names.at(-1 - at) ?? '' }))
  }
  return deals
}

async function plantDeal(market: Market, texts: PlantedDeal['texts']): Promise<PlantedDeal> {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  await customer.ok(changeMe, { body: { name: texts.customer } })
  const base_address = 'Calle Mayor 10, 28013 Madrid'
  const profile = { vehicle: texts.carrier, vehicle_size: 'XL' as const, base_address, radius_km: 500 }
  await carrier.ok(saveCarrier, { body: { name: texts.carrier, ...profile } })
  const input = { title: texts.title, external_reference: `${newId()} ${texts.title}`.slice(0, 255) }
  const draft = await market.draft(customer, input)
  await payByCard(customer, draft)
  await carrier.ok(acceptJob, { params: { job_id: draft.job_id } })
  return { customer, carrier, job_id: draft.job_id, texts }
}

/** Delivers the jobs and moves their money. */
export async function endDeals({ app }: Market, deals: readonly PlantedDeal[]): Promise<void> {
  for (const { carrier, job_id } of deals) await carrier.ok(deliverJob, { params: { job_id }, body: {} })
  await settleMoney(app)
}

/** A company of the partner, which is on every page of its money. */
export async function plantCompany({ partner }: Market, owner: Staff): Promise<string> {
  const params = { partner_id: partner.partnerId }
  for (const company_name of plain(most.company)) {
    const { status } = await owner.call(renamePartner, { params, body: { company_name, reason: 'Renamed' } })
    if (status < 300) return company_name
  }
  throw new Error('no payload is a company name')
}

/**
 * A refund that the processor does not make and a dispute. The processor's responses are written to the rows, where
 * Dray would have stored them.
 */
export async function plantTroubles({ app }: Market, owner: Staff, { job_id }: PlantedDeal) {
  const said = saidByMachines
  await owner.ok(refundJob, { params: { job_id }, body: { refund_id: newId(), amount_cents: 700, reason } })
  const { rows } = await app.db.pool.query<{ id: string }>(
    `update payment_effect set due_at = now() + interval '1 hour', attempts = 3, last_error = $1 where kind = 'refund'
     returning id`,
    [said],
  )
  await app.db.pool.query(
    `insert into dispute (processor, reference, kind, payment_id, status, reason, amount_cents, respond_by)
     select 'sandbox', 'dp_1', 'dispute', id, $2, $2, 4200, now() + interval '3 days' from payment
     where job_id = $1 and purpose = 'publish' limit 1`,
    [job_id, said],
  )
  const params = { processor: 'sandbox', reference: 'dp_1' }
  await owner.ok(releaseDispute, { params, body: { reason } })
  return { effectId: rows[0]?.id ?? '', reason, said }
}

/** A customer with a balance. */
export async function plantWallet(market: Market): Promise<{ accountId: string; name: string }> {
  const [customer, name = ''] = [await market.person(), plain(most.name)[1]]
  await customer.ok(changeMe, { body: { name } })
  await fillWallet(customer, 12_500)
  return { accountId: customer.accountId, name }
}

/** A day that differs, with an explanation; one that could not be compared; a month that was closed with a reason. */
export async function plantClosing(market: Market, owner: Staff) {
  const said = saidByMachines
  const differs = await addRun(market)
  const difference_id = await addDifference(market, differs, { subject: said })
  await owner.ok(explainDifference, { params: { difference_id }, body: { reason } })
  const failed = await addRun(market, { day: '2026-01-06', lastError: said })
  const month = await bookEndedMonth(market.app)
  await owner.ok(closeMonth, { params: { month }, body: { reason } })
  return { differs, failed, month, reason, said }
}

/** What providers, nodes and tasks say, where Dray stores it, and what the doctor quotes of them. */
export async function plantHealth({ app: { db } }: Market): Promise<string> {
  const said = saidByMachines
  await beat(db.kysely, {
    id: newId(),
    role: 'start',
    host: said,
    version: said,
    contradictions: { [said]: said },
    connections: 30,
  })
  await db.pool.query(
    `insert into task_run (task, ended_at, ms, next_at, failed_at, error) values ($1, now(), 5, now(), now(), $1)`,
    [said],
  )
  for (const unit of ['minute', 'hour'])
    await db.pool.query(
      `insert into provider_${unit} (kind, provider, ${unit}, outcome, cause, calls, ms_sum, ms_max, last_ms, last_at)
       values ('geocoder', 'nominatim', date_trunc('${unit}', now(), 'UTC'), 'unavailable', $1, 1, 1, 1, 1, now())`,
      [said],
    )
  const quoted = {
    name: ['geocoder', said],
    status: 'fail',
    detail: ['quoted', said],
    remedy: ['closeFile', said],
  }
  await db.pool.query(
    `insert into examination (run_id, finished_at, touched_at, checks) values ($1, now(), now(), $2)`,
    [newId(), JSON.stringify([quoted])],
  )
  return said
}

/** A document that was refused in the words of staff. */
export async function plantDocument({ carrier }: PlantedDeal, owner: Staff): Promise<string> {
  const told = plain(300)[0] ?? ''
  const { document_id } = await upload(carrier)
  const params = { account_id: carrier.accountId, document_id }
  await owner.ok(refuseDocument, { params, body: { told } })
  return told
}
