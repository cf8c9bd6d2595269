import { type Answer, type Call, callOf } from './call.ts'
import type { Estimate, EstimateInput, Job, JobCreated, JobInput, JobStatus } from './contract.ts'
import { type CreatedJob, createdJob } from './created-job.ts'
import { fetchAnswer } from './fetch-answer.ts'
import { checkedJobId } from './job-id.ts'
import {
  type CreateOptions,
  type DrayOptions,
  type RequestOptions,
  type Settings,
  settingsOf,
  type WaitOptions,
} from './options.ts'
import { Sandbox } from './sandbox.ts'
import { waitForJob } from './wait-for-job.ts'

/** A client of the partner API with one API key. Keep one for all requests. */
export class Dray {
  // A private field is not shown by `console.log` and `JSON.stringify`, so the API key is in no log.
  readonly #settings: Settings
  /** Moves the jobs of a test key through their life. */
  readonly sandbox: Sandbox

  constructor(options: DrayOptions) {
    this.#settings = settingsOf(options)
    this.sandbox = new Sandbox(this.#settings)
  }

  /** Prices a trip before there is a job. Show `disclaimer` beside the price. */
  estimate(trip: EstimateInput, options: RequestOptions = {}): Call<Estimate> {
    return callOf(this.#post('/v1/pricing/estimate', trip, options))
  }

  /**
   * Creates a draft and texts the customer a link. Every retry has the same `Idempotency-Key`, so there is one job and
   * one SMS, also when a response is lost. Give each job an `external_reference`: then a later call, which has another
   * key, cannot create it again.
   * @throws DuplicateReferenceError with the id of the job, if the reference is taken
   */
  createJob(job: JobInput, options: CreateOptions = {}): Call<CreatedJob> {
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID()
    const answer = this.#post<JobCreated>('/v1/jobs', job, { ...options, idempotencyKey })
    return callOf(answer.then((created) => createdJob(created, this.#settings)))
  }

  /** Reads the status of a job. */
  getJob(jobId: string, options: RequestOptions = {}): Call<Job> {
    return callOf(this.#read<Job>(jobId, null, options))
  }

  /**
   * Polls until the job has one of the statuses or a later one: a job can be `accepted` before a poll has seen it
   * `posted`. `cancelled` does not count as later.
   * @throws JobEndedError if the job ended otherwise, WaitTimeoutError after `withinMs`
   */
  waitFor(jobId: string, status: JobStatus | readonly JobStatus[], options: WaitOptions = {}): Promise<Job> {
    const statuses = typeof status === 'string' ? [status] : status
    return waitForJob((etag) => this.#read(jobId, etag, options), statuses, options)
  }

  async #post<T>(path: `/v1/${string}`, body: object, options: PostOptions): Promise<Answer<T>> {
    const idempotencyKey = checkedKey(options.idempotencyKey)
    return fetchAnswer(this.#settings, { path, body: JSON.stringify(body, sayable), idempotencyKey }, options)
  }

  /** Reads the job; null while it matches the ETag. */
  async #read<T extends Job | null>(
    jobId: string,
    etag: string | null,
    options: RequestOptions,
  ): Promise<Answer<T>> {
    return fetchAnswer(this.#settings, { path: `/v1/jobs/${checkedJobId(jobId)}`, etag }, options)
  }
}

type PostOptions = RequestOptions & { idempotencyKey?: string }

function checkedKey(key: string | undefined): string | undefined {
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new TypeError('Dray: `idempotencyKey` must be 1 to 255 visible ASCII characters.')
}

// JSON has no NaN: it would be sent as null, which means absent. As text, the service names the field.
const sayable = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? 'NaN' : value
