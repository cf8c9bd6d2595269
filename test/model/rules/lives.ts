import type { JobAct } from '../acts.ts'
import { findOrder, type Step } from '../find-order.ts'
import type { Call, Evidence, OrderEvidence } from '../history.ts'
import { type Cards, type JobState, mayShow, newDraft, possible, type Seen } from '../job-model.ts'
import { deadlineSeen, mayShowTimes, type SeenJob, timesSeen } from '../seen-times.ts'

type JobCall = Call & { act: JobAct }

/**
 * The calls on each job have an order that spec part 3 allows: acknowledged acts happened, refused ones did not, one of
 * which the outcome is unknown happened wholly or not at all, and every reader saw the state of that time.
 */
export function judgeLives({ plan, calls, orders }: Evidence): string[] {
  return orders.flatMap((order, index) => {
    const cards: Cards = { isDeclined: (payment) => plan.orders[index]?.cards[payment] === 'declined' }
    const own = calls.filter((call): call is JobCall => call.order === index && isOnJob(call, order))
    const steps = own.flatMap((call) => stepsOf(call, { cards, order }))
    const found = findOrder(steps, newDraft)
    if (found.isFound) return []
    const numbers = (indices: number[]) => indices.map((at) => steps[at]?.number).join(', ')
    return [
      `order ${index}: no order of its calls is legal; after ${numbers(found.explained)} none of these fits: ${numbers(found.stuck)}`,
    ]
  })
}

/** A create is judged by `judgeCreates`. What was done before the job was known is not here. */
const isOnJob = ({ act }: Call, { jobId }: OrderEvidence): boolean => jobId !== null && act.do !== 'create'

type Known = { cards: Cards; order: OrderEvidence }

/** A read of both sides is two steps, because the windows are read a moment after the job. */
function stepsOf(call: JobCall, known: Known): (Step<JobState> & { number: number })[] {
  const { number, act, outcome } = call
  const step = { ...stepOf(call, known), number }
  const seen = outcome.is === 'acknowledged' && isRead(act) ? timesSeen(outcome.body, known.order) : null
  return seen ? [step, { ...step, after: (job) => (mayShowTimes(job, act, seen) ? [job] : []) }] : [step]
}

const isRead = ({ do: name }: JobAct) => name === 'read' || name === 'readMine' || name === 'readTheirs'

function stepOf({ act, outcome, startMs, endMs }: JobCall, { cards, order }: Known): Step<JobState> {
  const isOptional = outcome.is === 'unknown'
  const isQuiet = isRead(act) || outcome.is === 'refused'
  const base = { startMs, endMs, isOptional, isQuiet }
  if (isRead(act)) return { ...base, after: (job) => (isSeen(job, { act, outcome }, order) ? [job] : []) }
  if (outcome.is !== 'refused') return { ...base, after: (job) => nextOf(possible(job, act, cards)) }
  // The node did not get the request, or limited the calls of this client.
  const { error } = outcome
  if (error === 'unreached') return { ...base, after: (job) => [job] }
  return { ...base, after: (job) => (possible(job, act, cards).errors?.includes(error) ? [job] : []) }
}

const nextOf = ({ next }: ReturnType<typeof possible>): JobState[] => (next ? [next] : [])

function isSeen(
  job: JobState,
  { act, outcome }: Pick<JobCall, 'act' | 'outcome'>,
  order: OrderEvidence,
): boolean {
  if (outcome.is === 'unknown') return true
  if (outcome.is === 'refused') return outcome.error === 'unreached' || mayShow(job, act, null)
  return mayShow(job, act, seenIn(outcome.body, order))
}

function seenIn(body: unknown, order: OrderEvidence): Seen {
  const job = body as Record<string, string | null>
  const has = (name: string) => job[name] !== undefined
  return {
    status: String(job['status']),
    ...(has('collected_at') && { isCollected: job['collected_at'] !== null }),
    ...(has('delivered_at') && { isDelivered: job['delivered_at'] !== null }),
    ...(has('cancelled_by') && { cancelledBy: job['cancelled_by'] ?? null }),
    ...(has('notes') && { notes: job['notes'] ?? null }),
    ...(has('time') && { deadline: deadlineSeen(body as SeenJob, order) }),
  }
}
