import { readMyJob } from '#contract/app/customer.ts'
import { acceptJob } from '../../server/jobs/actions/accept-job.ts'
import type { ProofSettings } from '../../server/jobs/proof/asked-proof.ts'
import type { Deal } from './deals.ts'
import type { Market } from './market.ts'

/** The settings of an installation that has set none. */
export const usualProof: ProofSettings = { collection: 'asked', delivery: 'asked', hasCode: false }

/** A job that a carrier has accepted while the operator had these settings. */
export async function acceptedUnder(market: Market, settings: Partial<ProofSettings>): Promise<Deal> {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier({ name: 'Benito Gil' })]
  const draft = await market.posted(customer)
  const params = { job_id: draft.job_id }
  const proof = { ...usualProof, ...settings }
  const { kysely } = market.app.db
  const needs = { kysely, maxOpenJobs: 10, proof, profileRule: 'off' as const }
  await acceptJob(needs, { jobId: draft.job_id, carrierId: carrier.accountId })
  return { customer, carrier, ...params, params, total: draft.price.total_cents }
}

/** The code that the customer reads in the app. */
export async function codeOf({ customer, params }: Deal): Promise<string> {
  return (await customer.ok(readMyJob, { params })).delivery_code ?? 'none'
}

/** A code that is not the right one; `n` makes it another. */
export const wrongCode = (right: string, n = 1): string =>
  String((Number(right) + n) % 10_000).padStart(4, '0')
