import assert from 'node:assert/strict'
import { acceptJob } from '#contract/app/carrier.ts'
import { openDraft } from '#contract/app/customer.ts'
import type { CarrierJob, CustomerJob } from '#contract/app/job.ts'
import type { JobInput } from '#contract/partner.ts'
import type { CarrierStatus, JobSize } from '#contract/vocabulary.ts'
import { startSession } from '../../server/accounts/session-store.ts'
import { newId } from '../../server/lib/ids.ts'
import { startDray, type TestDray, type TestPartner } from './dray.ts'
import { payByCard, saveCard } from './paying.ts'
import { type Person, personOf } from './person.ts'

/** A Dray with signed-in people, whose sessions are created without SMS; `person.ts` has the real sign-in. */
export type Market = AsyncDisposable & {
  app: TestDray
  partner: TestPartner
  /** Creates a person with a separate IP address. */
  person: (name?: string) => Promise<Person>
  /** Creates a carrier; by default approved, with a truck in Madrid. */
  carrier: (options?: CarrierOptions) => Promise<Person>
  /** A draft that the partner created and the customer has opened. */
  draft: (customer: Person, input?: Partial<JobInput>, from?: TestPartner) => Promise<CustomerJob>
  posted: (customer: Person, input?: Partial<JobInput>) => Promise<CustomerJob>
  accepted: (customer: Person, carrier: Person, input?: Partial<JobInput>) => Promise<CarrierJob>
  /** Posts a draft by paying it with the customer's card. */
  post: (customer: Person, jobId: string) => Promise<CustomerJob>
}

export type CarrierOptions = { name?: string; size?: JobSize; status?: CarrierStatus }

export async function openMarket(
  env: Record<string, string> = {},
  options: { port?: number } = {},
): Promise<Market> {
  // Limits are per IP address, and all these people are on one machine; `X-Forwarded-For` separates them.
  const app = await startDray({ TRUST_PROXY: '1', ...env }, options)
  const partner = await app.partner()
  const person = (name?: string) => newPerson(app, name)
  const draft: Market['draft'] = async (customer, input = {}, from = partner) => {
    const { status, body } = await from.create({ ...input, customer_phone: customer.phone })
    assert.equal(status, 201)
    const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
    return customer.ok(openDraft, { params: { short_id: shortId } })
  }
  const cards = new Map<string, string>()
  const post: Market['post'] = async (customer, job_id) => {
    const methodId = cards.get(customer.accountId) ?? (await saveCard(customer, 'success', job_id))
    cards.set(customer.accountId, methodId)
    const job = await payByCard(customer, { job_id }, { methodId })
    assert.equal(job.status, 'posted', JSON.stringify(job.payment))
    return job
  }
  const posted: Market['posted'] = async (customer, input) => {
    const { job_id } = await draft(customer, input)
    return post(customer, job_id)
  }
  return {
    app,
    partner,
    person,
    carrier: (options = {}) => newCarrier(app, options),
    draft,
    post,
    posted,
    async accepted(customer, carrier, input) {
      const { job_id } = await posted(customer, input)
      return carrier.ok(acceptJob, { params: { job_id } })
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

let people = 0

async function newPerson(app: TestDray, name?: string): Promise<Person> {
  const { kysely } = app.db
  const number = people++
  const account = { id: newId(), phone: `+34655${String(100_000 + number)}`, name: name ?? null }
  await kysely
    .insertInto('account')
    .values({ ...account, language: 'en' })
    .execute()
  const token = await startSession(kysely, { accountId: account.id, kind: 'native', device: 'test' })
  const address = `2001:db8:${(number + 1).toString(16)}::1`
  const { id: accountId, phone } = account
  return personOf(app, { accountId, phone, token, kind: 'native', more: { 'x-forwarded-for': address } })
}

async function newCarrier(
  app: TestDray,
  { name = 'Carrier', size = 'XL', status = 'approved' }: CarrierOptions,
): Promise<Person> {
  const carrier = await newPerson(app, name)
  await app.db.kysely
    .insertInto('carrier')
    .values({
      account_id: carrier.accountId,
      status,
      vehicle_size: size,
      vehicle: 'white van',
      base_address: 'Calle Mayor 1, 28013 Madrid',
      base_lat: 40.4168,
      base_lon: -3.7038,
      radius_km: 500,
    })
    .execute()
  return carrier
}
