import type { JobCreated } from '#contract/partner.ts'
import type { Call, Evidence, OrderEvidence } from '../history.ts'
import type { PlannedOrder } from '../plan.ts'

/**
 * No acknowledged create is lost, none is made twice: an `Idempotency-Key` or a reference makes one job, however often
 * and wherever it is sent. Each job has what was sent, at the price that was answered.
 */
export function judgeCreates({ plan, calls, orders }: Evidence): string[] {
  return orders.flatMap((order, index) => {
    const creates = calls.filter(({ order: of, act }) => of === index && act.do === 'create')
    const isWithdrawn = calls.some(({ order: of, act }) => of === index && act.do === 'withdraw')
    const planned = plan.orders[index] as PlannedOrder
    return [
      ...judgeIds(planned, creates),
      ...(isWithdrawn ? [] : [...judgeCount(planned, creates, order), ...judgeKept(creates, order)]),
      ...judgeContent(planned, creates, order),
    ].map((what) => `order ${index}: ${what}`)
  })
}

const idsOf = (creates: Call[]): string[] => creates.flatMap((call) => createdBy(call)?.job_id ?? [])

const createdBy = ({ outcome }: Call): JobCreated | null =>
  outcome.is === 'acknowledged' ? (outcome.body as JobCreated) : null

function judgeIds({ hasIdempotencyKey, hasReference }: PlannedOrder, creates: Call[]): string[] {
  const told = creates.flatMap(({ outcome }) => (outcome.is === 'refused' && outcome.jobId) || [])
  const ids = new Set([...idsOf(creates), ...told])
  return (hasIdempotencyKey || hasReference) && ids.size > 1
    ? [`one order, several jobs: ${[...ids].join(', ')}`]
    : []
}

function judgeCount(
  { hasIdempotencyKey, hasReference }: PlannedOrder,
  creates: Call[],
  { jobs }: OrderEvidence,
): string[] {
  const acknowledged = new Set(idsOf(creates)).size
  const unknown = creates.filter(({ outcome }) => outcome.is === 'unknown').length
  const most = hasIdempotencyKey || hasReference ? 1 : acknowledged + unknown
  return jobs.length > most ? [`${jobs.length} jobs are stored, at most ${most} were made`] : []
}

function judgeKept(creates: Call[], { jobs }: OrderEvidence): string[] {
  const stored = new Set(jobs.map(({ id }) => id))
  return idsOf(creates)
    .filter((id) => !stored.has(id))
    .map((id) => `the acknowledged job ${id} is lost`)
}

function judgeContent(
  { title, size, hasPhoto }: PlannedOrder,
  creates: Call[],
  { jobs }: OrderEvidence,
): string[] {
  return jobs.flatMap((job) => {
    const answers = creates.flatMap((call) => createdBy(call) ?? []).filter(({ job_id }) => job_id === job.id)
    const prices = answers.map(({ pricing }) => Math.round(pricing.total_customer_pays_eur * 100))
    const isSame = job.title === title && job.size === size && job.photos === Number(hasPhoto)
    return [
      ...(isSame ? [] : [`job ${job.id} has other content: ${JSON.stringify(job)}`]),
      ...(prices.every((cents) => cents === job.totalCents)
        ? []
        : [`job ${job.id} has another price than answered`]),
    ]
  })
}
