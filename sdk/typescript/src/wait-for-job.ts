import type { Answer } from './call.ts'
import type { Job, JobStatus } from './contract.ts'
import { DrayError, InvalidResponseError, JobEndedError, NotFoundError, WaitTimeoutError } from './errors.ts'
import { checkedTime, type WaitOptions } from './options.ts'
import { isTemporary } from './retries.ts'
import { sleep } from './sleep.ts'

/** Reads the job; null means that the job still matches the ETag. */
export type Poll = (etag: string | null) => Promise<Answer<Job | null>>

/** See `Dray.waitFor`. After the first poll, temporary errors do not end the wait. */
export async function waitForJob(
  poll: Poll,
  statuses: readonly JobStatus[],
  options: WaitOptions,
): Promise<Job> {
  const { signal, withinMs = 48 * 3_600_000 } = options
  const pollEveryMs = checkedTime('pollEveryMs', options.pollEveryMs ?? 300_000)
  checkStatuses(statuses)
  const endsAt = performance.now() + withinMs
  let last: Answer<Job> | null = null
  for (;;) {
    const polled: Polled = await pollOnce(poll, last)
    last = polled.last
    const { data: job } = last
    if (statuses.some((status) => isReached(job.status, status))) return job
    if (job.status === 'completed' || job.status === 'cancelled') throw endedError(job, job.status)
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) throw waitEnded(job, polled.failure)
    // The last poll is at the end of the wait, unless the rate limit is used up.
    const pauseMs = Math.min(pollEveryMs * (1 + Math.random() / 10), leftMs)
    await sleep(Math.max(pauseMs, mustPauseMs(polled)), signal)
  }
}

type Polled = { last: Answer<Job>; failure: DrayError | null }

async function pollOnce(poll: Poll, last: Answer<Job> | null): Promise<Polled> {
  try {
    const answer = await poll(last?.headers.get('etag') ?? null)
    return { last: { ...answer, data: answer.data ?? (last as Answer<Job>).data }, failure: null }
  } catch (error) {
    if (error instanceof NotFoundError) throw endedError(last?.data ?? null, 'gone', error)
    if (last && mayPass(error)) return { last, failure: error }
    throw error
  }
}

const mayPass = (error: unknown): error is DrayError =>
  error instanceof DrayError && (isTemporary(error) || error instanceof InvalidResponseError)

/** In the order of a job's life. `cancelled` can follow all but the last. */
const life: readonly JobStatus[] = ['draft', 'posted', 'accepted', 'completed']

const isReached = (status: JobStatus, wanted: JobStatus): boolean =>
  status === wanted || (life.includes(wanted) && life.indexOf(status) > life.indexOf(wanted))

/** How long the service asks to wait: `Retry-After`, or until the rate limit allows a request. */
function mustPauseMs({ last, failure }: Polled): number {
  if (failure) return (failure.retryAfterSeconds ?? 0) * 1_000
  const { rateLimit, headers } = last
  if (!rateLimit || rateLimit.remaining > 0) return 0
  // By the clock of the service, because this machine's may be wrong.
  const nowMs = Date.parse(headers.get('date') ?? '') || Date.now()
  return Math.min(rateLimit.resetsAt.getTime() - nowMs, 61_000)
}

function checkStatuses(statuses: readonly JobStatus[]): void {
  const known = [...life, 'cancelled']
  if (statuses.length === 0 || !statuses.every((status) => known.includes(status)))
    throw new TypeError(`Dray: \`waitFor\` needs statuses of a job: ${known.join(', ')}.`)
}

function endedError(
  job: Job | null,
  outcome: 'completed' | 'cancelled' | 'gone',
  cause?: DrayError,
): JobEndedError {
  return new JobEndedError({
    message: `The job is ${outcome} without one of the statuses.`,
    code: 'job_ended',
    outcome,
    job,
    ...(cause && { status: cause.status, requestId: cause.requestId, cause }),
  })
}

const waitEnded = (job: Job, cause: DrayError | null): WaitTimeoutError =>
  new WaitTimeoutError({
    message: `The job is still ${job.status}.`,
    code: 'wait_ended',
    job,
    ...(cause && { cause }),
  })
