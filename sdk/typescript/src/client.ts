import { type Answer, answerOf, type Call, callOf } from './call.ts'
import type { Estimate, EstimateInput, Job, JobCreated, JobInput, JobStatus } from './contract.ts'
import { objectIn, unreadable } from './error-of.ts'
import {
  type CreateOptions,
  type DrayOptions,
  type RequestOptions,
  type Settings,
  settingsOf,
  type WaitOptions,
} from './options.ts'
import { type ApiRequest, send } from './send.ts'
import { waitForJob } from './wait-for-job.ts'

/** A client of the partner API with one API key. Keep one for all calls. */
export class Dray {
  // A private field is not shown by `console.log` and `JSON.stringify`, so that the API key is in no log.
  readonly #settings: Settings

  constructor(options: DrayOptions) {
    this.#settings = settingsOf(options)
  }

  /** Prices a trip before there is a job. Show `disclaimer` beside the price. */
  estimate(trip: EstimateInput, options: RequestOptions = {}): Call<Estimate> {
    return callOf(this.#post('/v1/pricing/estimate', trip, options))
  }

  /**
   * Creates a draft and texts the customer a link. Every try has the same `Idempotency-Key`, so that there is one job and
   * one SMS, also when a response is lost. Give each job an `external_reference`: then a later call, which has another
   * key, cannot create it again.
   * @throws DuplicateReferenceError with the id of the job, if the reference is taken
   */
  createJob(job: JobInput, options: CreateOptions = {}): Call<JobCreated> {
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID()
    return callOf(this.#post('/v1/jobs', job, { ...options, idempotencyKey }))
  }

  /** Reads the status of a job. */
  getJob(jobId: string, options: RequestOptions = {}): Call<Job> {
    return callOf(this.#read(jobId, options))
  }

  /**
   * Polls until the job has one of the statuses or a later one: a job can be `accepted` before a poll has seen it
   * `posted`. `cancelled` is later than none.
   * @throws JobEndedError if the job ended otherwise, WaitTimeoutError after `withinMs`
   */
  waitFor(jobId: string, status: JobStatus | readonly JobStatus[], options: WaitOptions = {}): Promise<Job> {
    const statuses = typeof status === 'string' ? [status] : status
    return waitForJob((etag) => this.#poll(jobId, etag, options), statuses, options)
  }

  async #post<T>(path: `/v1/${string}`, body: object, options: PostOptions): Promise<Answer<T>> {
    const { idempotencyKey } = options
    return this.#call(
      {
        method: 'POST',
        path,
        body: JSON.stringify(body),
        ...(idempotencyKey !== undefined && { idempotencyKey: checkedKey(idempotencyKey) }),
      },
      options,
    )
  }

  async #read(jobId: string, options: RequestOptions): Promise<Answer<Job>> {
    return this.#call({ method: 'GET', path: pathOf(jobId) }, options)
  }

  async #call<T>(request: ApiRequest, options: RequestOptions): Promise<Answer<T>> {
    const reply = await send(this.#settings, request, options)
    const data = objectIn(reply.text)
    if (!data) throw unreadable(reply, request.idempotencyKey ?? null)
    return answerOf(data as T, reply)
  }

  /** Reads the job. `data` is null while the job is the one that `etag` names. */
  async #poll(jobId: string, etag: string | null, options: RequestOptions): Promise<Answer<Job | null>> {
    if (etag === null) return this.#read(jobId, options)
    const headers = { 'If-None-Match': etag }
    const reply = await send(this.#settings, { method: 'GET', path: pathOf(jobId), headers }, options)
    const job = reply.status === 304 ? null : objectIn(reply.text)
    if (!job && reply.status !== 304) throw unreadable(reply, null)
    return answerOf(job as Job | null, reply)
  }
}

type PostOptions = RequestOptions & { idempotencyKey?: string }

/** Other characters, such as dots, could name another operation. */
function pathOf(jobId: string): `/v1/${string}` {
  if (typeof jobId === 'string' && /^[\w-]+$/.test(jobId)) return `/v1/jobs/${jobId}`
  throw new TypeError('Dray: the `job_id` is missing, or is not one.')
}

function checkedKey(key: string): string {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new TypeError('Dray: `idempotencyKey` must be 1 to 255 visible ASCII characters.')
}
