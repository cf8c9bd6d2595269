import type { Fault } from '../acts.ts'
import type { Evidence, OrderEvidence, SeenFault } from '../history.ts'

/**
 * One text for each draft; two only if a response of the provider may have been lost: it broke the connection, or a
 * process or its connection to the database ended at that time.
 */
export function judgeTexts({ calls, orders, faults }: Evidence): string[] {
  return orders.flatMap((order, index) => {
    const isWithdrawn = calls.some(({ order: of, act }) => of === index && act.do === 'withdraw')
    if (isWithdrawn) return []
    const jobs = order.jobs.length
    const [fewest, most] = mayBeLost(order, faults) ? [jobs - givenUp(order), 2 * jobs] : [jobs, jobs]
    const count = order.textsMs.length
    return count < fewest || count > most ? [`order ${index}: ${count} texts for ${jobs} jobs`] : []
  })
}

/** After two attempts without a response the text is left as `unknown`. */
const givenUp = ({ jobs }: OrderEvidence): number =>
  jobs.filter(({ textStatus }) => textStatus === 'unknown').length

const mayBeLost = ({ lostText, textsMs }: OrderEvidence, faults: SeenFault[]): boolean =>
  lostText || textsMs.length === 0 || faults.some((fault) => textsMs.some((atMs) => isHit(fault, atMs)))

/** From the acceptance of a text on, its outcome is written within this time, also on a busy machine. */
const writtenAfterMs = 4_000

/** Until when an attempt may be lost that the provider took after the fault. A process that is only frozen loses none. */
const hitsUntil: Record<Fault['kind'], (fault: SeenFault) => number> = {
  freeze: () => Number.NEGATIVE_INFINITY,
  // The last request of the process may arrive after its end.
  kill: ({ startMs }) => startMs + 500,
  'cut database': ({ endMs }) => endMs + 1_000,
  // The process asks the provider after its lease has ended.
  sleep: ({ endMs }) => endMs + writtenAfterMs,
}

const isHit = (fault: SeenFault, atMs: number): boolean =>
  atMs > fault.startMs - writtenAfterMs && atMs < hitsUntil[fault.fault.kind](fault)
