import type { Evidence, Hold, StoredJob } from '../history.ts'

/** What the processor must have for a job in its final state. A job that was never published holds no money. */
type Expected = { holds: number; status?: string; capturedCents?: number; transfersCents?: number[] }

/** One hold for each published job, at most one capture, of the price, and one transfer, of the carrier's share. */
export function judgeMoney({ orders }: Evidence): string[] {
  return orders.flatMap(({ jobs, holds }, index) => {
    const ids = new Set(jobs.map(({ id }) => id))
    const stray = holds.filter(({ jobId }) => jobId === null || !ids.has(jobId))
    return [
      ...stray.map(({ status }) => `a hold without a job is ${status}`),
      ...jobs.flatMap((job) =>
        judgeJob(
          job,
          holds.filter(({ jobId }) => jobId === job.id),
        ),
      ),
    ].map((what) => `order ${index}: ${what}`)
  })
}

function judgeJob(job: StoredJob, holds: Hold[]): string[] {
  const { holds: count, ...end } = expectedOf(job)
  const shown = `job ${job.id} is ${job.status}`
  if (holds.length !== count) return [`${shown} with ${holds.length} holds: ${JSON.stringify(holds)}`]
  return holds
    .filter(
      (hold) =>
        hold.amountCents !== job.totalCents ||
        hold.status !== end.status ||
        hold.capturedCents !== (end.capturedCents ?? 0) ||
        hold.transfersCents.join() !== (end.transfersCents ?? []).join(),
    )
    .map((hold) => `${shown}, its hold is ${JSON.stringify(hold)}`)
}

function expectedOf({ status, totalCents, carrierCents, goesOn }: StoredJob): Expected {
  if (status === 'draft') return { holds: 0 }
  if (status === 'cancelled') return { holds: 1, status: goesOn ? 'held' : 'released' }
  if (status === 'completed')
    return { holds: 1, status: 'captured', capturedCents: totalCents, transfersCents: [carrierCents] }
  return { holds: 1, status: 'held' }
}
