import assert from 'node:assert/strict'
import { suspendAccount } from '#contract/admin/accounts.ts'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { suspendCarrier } from '#contract/admin/carriers.ts'
import { addJobNote, hideJob, unhideJob } from '#contract/admin/job-acts.ts'
import { createJobView } from '#contract/admin/job-views.ts'
import { issueKey, listPartnerKeys } from '#contract/admin/keys.ts'
import { inviteMember } from '#contract/admin/members.ts'
import { changeStaffMe } from '#contract/admin/own-access.ts'
import { createPartner, renamePartner, suspendPartner } from '#contract/admin/partners.ts'
import { changeMe } from '#contract/app/account.ts'
import { acceptJob, deliverJob, rateCustomer, saveCarrier } from '#contract/app/carrier.ts'
import { changeNotes, rateCarrier, reportProblem } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Market } from './market.ts'
import { packed, payloads } from './payloads.ts'
import { settleMoney } from './run-money-tasks.ts'
import { joinAs, type Staff } from './staff.ts'

/** The texts that an API has taken, out of those that it was sent. */
export async function taken(
  texts: readonly string[],
  send: (text: string) => Promise<{ status: number }>,
): Promise<string[]> {
  const kept: string[] = []
  for (const text of texts) {
    const { status } = await send(text)
    assert.ok(status < 300 || status === 400 || status === 422, `${status} ${text}`)
    if (status < 300) kept.push(text)
  }
  assert.ok(texts.length === 1 || kept.length > 0, 'otherwise this tests nothing')
  return kept
}

/** Titles and references of drafts. */
export async function plantJobs({ partner }: Market) {
  const references: string[] = []
  const titles = await taken(payloads, async (title) => {
    const answer = await partner.create({ title, external_reference: title })
    if (answer.status < 300) references.push(title)
    return answer
  })
  return { titles, references }
}

/** The page of a customer and of a carrier, with what they wrote about each other and what staff wrote about them. */
export async function plantRatings(market: Market, owner: Staff) {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const comments: string[] = []
  for (const comment of packed(500)) {
    const params = { job_id: (await market.accepted(customer, carrier)).job_id }
    await carrier.ok(deliverJob, { params, body: {} })
    await settleMoney(market.app)
    const body = { stars: 4, comment }
    comments.push(...(await taken([comment], () => customer.call(rateCarrier, { params, body }))))
    await taken([comment], () => carrier.call(rateCustomer, { params, body }))
  }
  const [reason = ''] = packed(300)
  await owner.ok(suspendAccount, { params: { account_id: customer.accountId }, body: { reason } })
  await owner.ok(suspendCarrier, { params: { account_id: carrier.accountId }, body: { told: reason } })
  return { customer: customer.accountId, carrier: carrier.accountId, texts: [...comments, reason] }
}

/** A job with everything that partner, customer and staff can write. */
export async function plantJob(market: Market, owner: Staff) {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const [name = '', description, pickup = ''] = [payloads[5], packed(5_000).join('\n'), packed(400)[0]]
  await customer.ok(changeMe, { body: { name } })
  const address = `Calle Mayor 10, 28013 Madrid (${pickup}\u202E)`
  const { job_id } = await market.draft(customer, { title: name, description, pickup: { address } })
  const params = { job_id }
  const [notes = '', reason = ''] = [packed(1_000)[0], packed(300)[0]]
  await customer.ok(changeNotes, { params, body: { notes } })
  await market.post(customer, job_id)
  await owner.ok(hideJob, { params, body: { reason } })
  await owner.ok(unhideJob, { params, body: { reason } })
  await carrier.ok(acceptJob, { params })
  const report = { problem_id: newId(), kind: 'other' as const, text: notes }
  await customer.ok(reportProblem, { params, body: report })
  const staffNotes = await taken(packed(2_000), (text) => owner.call(addJobNote, { params, body: { text } }))
  return { job_id, texts: [name, description, pickup, notes, reason, ...staffNotes] }
}

/** Carriers who wait for approval. */
export async function plantCarriers(market: Market) {
  return taken(payloads, async (text) => {
    const person = await market.person()
    const base_address = 'Calle Mayor 10, 28013 Madrid'
    const body = { name: text, vehicle: text, vehicle_size: 'M' as const, base_address, radius_km: 50 }
    return person.call(saveCarrier, { body })
  })
}

/** Partners, and the keys of one of them. */
export async function plantPartners({ partner }: Market, owner: Staff) {
  const reason = 'Contract signed'
  // A company name is one line without a link, which refuses many of them.
  const companies = await taken(payloads, (company_name) =>
    owner.call(createPartner, { body: { company_name, reason } }),
  )
  const params = { partner_id: partner.partnerId }
  const [company_name = ''] = companies
  await owner.ok(renamePartner, { params, body: { company_name, reason } })
  const labels = await taken(payloads, (label) =>
    owner.call(issueKey, { params, body: { mode: 'test', label, reason } }),
  )
  const { keys } = await owner.ok(listPartnerKeys, { params })
  const { events } = await owner.ok(listAuditEvents, { query: { act: 'partner.update' } })
  const key = keys.find(({ label }) => label === labels[5])?.key_id
  return { companies, labels, partnerId: partner.partnerId, key, renamed: events[0]?.event_id }
}

/** Invited people, own names and reasons of staff, and views that all members see. */
export async function plantStaff({ app }: Market, owner: Staff) {
  const invited = await taken(payloads, (name) =>
    owner.call(inviteMember, { body: { name, role: 'viewer', reason: 'New colleague' } }),
  )
  const views = await taken(payloads, (name) =>
    owner.call(createJobView, { body: { name, filters: {}, shared: true } }),
  )
  const member = await joinAs(app, owner, 'staff')
  const actors = await taken(payloads, (name) => member.call(changeStaffMe, { body: { name } }))
  const other = await app.partner()
  const reasons: string[] = await taken(packed(300), async (reason) => {
    const params = { partner_id: other.partnerId }
    await app.db.pool.query('update partner set suspended_at = null where id = $1', [other.partnerId])
    return owner.call(suspendPartner, { params, body: { reason } })
  })
  return { memberId: member.memberId, invited, views, actors, reasons }
}
