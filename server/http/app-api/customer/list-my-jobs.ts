import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listMyJobs } from '#contract/app/customer.ts'
import type { Tables } from '../../../db/tables.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { costToCustomer } from '../../../jobs/money/cost.ts'
import { noPayment, type RefundView } from '../../../jobs/money/payment-view.ts'
import { readPayments } from '../../../jobs/money/read-payments.ts'
import { listCustomersJobs } from '../../../jobs/queries/list-jobs.ts'
import { mount } from '../../mount.ts'
import { presentPage } from '../job-view.ts'

export type ListMyJobsNeeds = { kysely: Kysely<Tables>; links: LinkSettings }

/** Lists the customer's jobs with their cost and refunds. */
export function mountListMyJobs(scope: FastifyInstance, { kysely, links }: ListMyJobsNeeds): void {
  mount(scope, listMyJobs, async ({ caller, query }) => {
    const listed = await listCustomersJobs(kysely, { customerId: caller.accountId, before: query.before })
    const jobIds = listed.jobs.map(({ job }) => job.id)
    const payments = await readPayments(kysely, jobIds)
    return presentPage(listed, links, (job) => {
      const payment = payments.get(job.id) ?? noPayment
      return {
        amount_cents: costToCustomer(job, payment),
        refunded_cents: totalOf(payment.refunds),
        refund_on_its_way_cents: totalOf(payment.refunds.filter(({ isDone }) => !isDone)),
        started_at: job.created_at.toISOString(),
      }
    })
  })
}

const totalOf = (refunds: RefundView[]): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
