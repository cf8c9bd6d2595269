import type { KeyAct } from '../acts.ts'
import type { Call, Evidence } from '../history.ts'

type Use = Call & { act: Extract<KeyAct, { do: 'use' }> }

/** A change of a key is in force on every node within two seconds. */
const inForceMs = 2_000
const windowMs = 60_000

/** The limit of a key is exact over both nodes, and an ended value is refused everywhere. */
export function judgeKeys({ plan, calls, limitIs }: Evidence): string[] {
  if (!plan.key) return []
  const uses = calls.filter((call): call is Use => call.act.do === 'use')
  const limits = limitsOf(plan.key.limit, calls)
  return [
    ...(limitIs === 'apart' ? [] : judgeAdmitted(uses, limits, limitIs)),
    ...(limitIs === 'exact' ? judgeLimited(uses, limits) : []),
    ...judgeEnded(uses, calls),
    ...judgeNewValue(uses, calls),
  ]
}

/** A limit may be in force from the start of the call that set it until two seconds after the end of the next one. */
type Limit = { limit: number; fromMs: number; untilMs: number }

function limitsOf(first: number, calls: Call[]): Limit[] {
  const limits: Limit[] = [{ limit: first, fromMs: 0, untilMs: Number.POSITIVE_INFINITY }]
  for (const { act, startMs, endMs, outcome } of calls) {
    if (act.do !== 'limit' || outcome.is === 'refused') continue
    for (const before of limits) before.untilMs = Math.min(before.untilMs, endMs + inForceMs)
    limits.push({ limit: act.limit, fromMs: startMs, untilMs: Number.POSITIVE_INFINITY })
  }
  return limits
}

const inForce = (limits: Limit[], { startMs, endMs }: Pick<Call, 'startMs' | 'endMs'>): number[] =>
  limits.filter(({ fromMs, untilMs }) => fromMs <= endMs && untilMs >= startMs).map(({ limit }) => limit)

const isRefusedAs = ({ outcome }: Call, error: string) => outcome.is === 'refused' && outcome.error === error
/** The node let the call through and looked for the job, which does not exist. */
const isAdmitted = (call: Call) => isRefusedAs(call, 'not_found')
const isLimited = (call: Call) => isRefusedAs(call, 'rate_limit_exceeded')

/** No window of 60 s has more calls than the limit, and no call is let through into a full window. */
function judgeAdmitted(uses: Use[], limits: Limit[], limitIs: Evidence['limitIs']): string[] {
  // While Redis is out of reach for one of two nodes (lib/rate-limiter/README.md).
  const most = (limit: number) => (limitIs === 'exact' ? limit : limit + Math.ceil(limit / 10) + 1)
  const admitted = uses.filter(isAdmitted)
  return admitted.flatMap((call) => {
    const window = admitted.filter(
      ({ startMs, endMs }) => endMs <= call.endMs && call.endMs - startMs < windowMs,
    )
    const before = window.filter(({ endMs }) => endMs < call.startMs)
    const sinceMs = Math.min(...window.map(({ startMs }) => startMs))
    const highest = Math.max(...inForce(limits, { startMs: sinceMs, endMs: call.endMs }))
    const present = Math.max(...inForce(limits, call))
    if (window.length > most(highest))
      return [`${window.length} calls were let through up to call ${call.number}; the limit is ${highest}`]
    return before.length >= most(present)
      ? [`call ${call.number} was let through after ${before.length} others; the limit is ${present}`]
      : []
  })
}

/** A call is limited only if the window may have been full. */
function judgeLimited(uses: Use[], limits: Limit[]): string[] {
  return uses.filter(isLimited).flatMap((call) => {
    const counted = uses.filter(
      (other) => !isLimited(other) && !isRefusedAs(other, 'unreached') && other.startMs <= call.endMs,
    )
    const limit = Math.min(...inForce(limits, call))
    return counted.length < limit
      ? [`call ${call.number} was limited after at most ${counted.length} others; the limit is ${limit}`]
      : []
  })
}

/** Two seconds after a revocation or a rotation was acknowledged, no node lets the ended values through. */
function judgeEnded(uses: Use[], calls: Call[]): string[] {
  return calls.filter(endsValues).flatMap((end) =>
    uses
      .filter(
        ({ act, startMs }) => startMs > end.endMs + inForceMs && (end.act.do === 'revoke' || act.value === 0),
      )
      .filter(isAdmitted)
      .map(({ number, startMs }) => {
        const laterMs = Math.round(startMs - end.endMs)
        return `call ${number} was let through ${laterMs} ms after call ${end.number} had ended its value`
      }),
  )
}

const endsValues = ({ act, outcome }: Call): boolean =>
  (act.do === 'revoke' || act.do === 'regenerate') && outcome.is === 'acknowledged'

/** A new value works at once. */
const judgeNewValue = (uses: Use[], calls: Call[]): string[] =>
  calls.some(({ act }) => act.do === 'revoke')
    ? []
    : uses
        .filter((call) => call.act.value > 0 && isRefusedAs(call, 'unauthorized'))
        .map(({ number }) => `call ${number} was refused, but its value is new`)
