import type { JobAct } from '../acts.ts'
import { findOrder, type Step } from '../find-order.ts'
import type { Call, Evidence, OrderEvidence } from '../history.ts'
import { type Cards, type JobState, mayShow, newDraft, possible, type Seen } from '../job-model.ts'

type JobCall = Call & { act: JobAct }

/**
 * The calls on each job have an order that spec part 3 allows: acknowledged acts happened, refused ones did not, one of
 * which the outcome is unknown happened wholly or not at all, and every reader saw the state of that time.
 */
export function judgeLives({ plan, calls, orders }: Evidence): string[] {
  return orders.flatMap((order, index) => {
    const cards: Cards = { isDeclined: (payment) => plan.orders[index]?.cards[payment] === 'declined' }
    const own = calls.filter((call): call is JobCall => call.order === index && isOnJob(call, order))
    const steps = own.map((call) => stepOf(call, cards))
    const found = findOrder(steps, newDraft)
    if (found.isFound) return []
    const numbers = (indices: number[]) => indices.map((at) => own[at]?.number).join(', ')
    return [
      `order ${index}: no order of its calls is legal; after ${numbers(found.explained)} none of these fits: ${numbers(found.stuck)}`,
    ]
  })
}

/** A create is judged by `judgeCreates`. What was done before the job was known is not here. */
const isOnJob = ({ act }: Call, { jobId }: OrderEvidence): boolean => jobId !== null && act.do !== 'create'

function stepOf({ act, outcome, startMs, endMs }: JobCall, cards: Cards): Step<JobState> {
  const isRead = act.do === 'read' || act.do === 'readMine' || act.do === 'readTheirs'
  const isOptional = outcome.is === 'unknown'
  const isQuiet = isRead || outcome.is === 'refused'
  const base = { startMs, endMs, isOptional, isQuiet }
  if (isRead) return { ...base, after: (job) => (isSeen(job, act, outcome) ? [job] : []) }
  if (outcome.is !== 'refused') return { ...base, after: (job) => nextOf(possible(job, act, cards)) }
  // The node did not get the request, or limited the calls of this client.
  const { error } = outcome
  if (error === 'unreached') return { ...base, after: (job) => [job] }
  return { ...base, after: (job) => (possible(job, act, cards).errors?.includes(error) ? [job] : []) }
}

const nextOf = ({ next }: ReturnType<typeof possible>): JobState[] => (next ? [next] : [])

function isSeen(job: JobState, act: JobAct, outcome: Call['outcome']): boolean {
  if (outcome.is === 'unknown') return true
  if (outcome.is === 'refused') return outcome.error === 'unreached' || mayShow(job, act, null)
  return mayShow(job, act, seenIn(outcome.body))
}

function seenIn(body: unknown): Seen {
  const job = body as Record<string, string | null>
  const has = (name: string) => job[name] !== undefined
  return {
    status: String(job['status']),
    ...(has('collected_at') && { isCollected: job['collected_at'] !== null }),
    ...(has('delivered_at') && { isDelivered: job['delivered_at'] !== null }),
    ...(has('cancelled_by') && { cancelledBy: job['cancelled_by'] ?? null }),
    ...(has('notes') && { notes: job['notes'] ?? null }),
  }
}
