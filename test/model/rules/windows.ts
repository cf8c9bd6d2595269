import type { Evidence, OrderEvidence, StoredJob } from '../history.ts'

/**
 * The time of the collection in the rows of a job (decision 69): at most one window is proposed and one agreed, the row
 * of the job has the agreed one, and each side is reminded at most once for each agreement. The reminders of the agreed
 * window are sent in the end, as the recovery makes them due.
 */
export const judgeWindows = ({ orders }: Evidence): string[] =>
  orders.flatMap((order, index) =>
    order.jobs.flatMap((job) => judgeJob(job, order).map((what) => `order ${index}: job ${job.id} ${what}`)),
  )

const people = ['customer', 'carrier']
const kinds = ['time_in_a_day', 'time_in_an_hour']

function judgeJob({ time }: StoredJob, order: OrderEvidence): string[] {
  const { windows, endsAtMs, reminders, isBeforeCollection } = time
  const withStatus = (status: string) => windows.filter((window) => window.status === status)
  const agreed = withStatus('agreed')
  const expectedMs = order.windows.find(({ id }) => id === agreed[0]?.id)?.endsMs ?? null
  const agreements = windows.filter(({ wasAgreed }) => wasAgreed).length
  const fewest = isBeforeCollection && agreed.length > 0 ? 1 : 0
  const counts = people.flatMap((by) =>
    kinds.map((kind) => reminders.find((told) => told.by === by && told.kind === kind)?.count ?? 0),
  )
  return [
    ...(agreed.length > 1 ? [`has ${agreed.length} agreed windows`] : []),
    ...(withStatus('proposed').length > 1 ? ['has two open proposals'] : []),
    ...(endsAtMs === expectedMs ? [] : [`has a window until ${endsAtMs}, agreed was ${expectedMs}`]),
    ...(counts.every((count) => count >= fewest && count <= agreements)
      ? []
      : [`had reminders ${counts.join()} for ${agreements} agreements`]),
  ]
}
