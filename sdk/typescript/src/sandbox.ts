import { NotFoundError } from './errors.ts'
import { fetchAnswer } from './fetch-answer.ts'
import { checkedJobId } from './job-id.ts'
import type { RequestOptions, Settings } from './options.ts'
import type {
  Clock,
  ClockMoved,
  FillWindowResult,
  ListedSandboxJob,
  ListSandboxJobsResult,
  ListStoriesResult,
  ListTextsResult,
  MakeMoveInput,
  Move,
  MoveClockInput,
  SandboxJob,
  Sms,
  Story,
} from './sandbox-contract.ts'
import { send } from './send.ts'

export type MoveOptions = RequestOptions & Omit<MakeMoveInput, 'do'>

/**
 * Moves the jobs of a test key, in the world of the client. A move is not retried after a lost response, because it
 * could happen twice: read `clock()` or `job()` to see whether it happened.
 * @throws TestKeyRequiredError with a live key
 */
export class Sandbox {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The customers who act by themselves. Create a job with the `phone` of one. */
  async stories(options?: RequestOptions): Promise<Story[]> {
    return (await this.#call<ListStoriesResult>('stories', options)).stories
  }

  /** Reads the clock of this world. It stays still until a call moves it. */
  async clock(options?: RequestOptions): Promise<Clock> {
    return this.#call('clock', options)
  }

  /** Moves the clock forward. Everything that falls due on the way happens, and `steps` lists it. */
  async advance(seconds: number, options?: RequestOptions): Promise<ClockMoved> {
    return this.#moveClock({ advance_seconds: seconds }, options)
  }

  /** Moves the clock forward to a time that is later than `now` of the clock. */
  async advanceTo(instant: Date | string, options?: RequestOptions): Promise<ClockMoved> {
    return this.#moveClock({ to: instant }, options)
  }

  /** Moves the clock to the next time at which something happens. */
  async next(options?: RequestOptions): Promise<ClockMoved> {
    return this.#moveClock({ to: 'next' }, options)
  }

  /** The newest 100 jobs of this world, the newest first. */
  async jobs(options?: RequestOptions): Promise<ListedSandboxJob[]> {
    return (await this.#call<ListSandboxJobsResult>('jobs', options)).jobs
  }

  /** Reads what happened to a job, and what can happen next. */
  async job(jobId: string, options?: RequestOptions): Promise<SandboxJob> {
    return this.#call(pathOf(jobId), options)
  }

  /**
   * Lets the customer or the carrier act.
   * @throws MoveNotPossibleError with the `moves` that are possible
   */
  async move(jobId: string, move: Move, options: MoveOptions = {}): Promise<SandboxJob> {
    // JSON leaves out what is undefined: the options of the request are no part of the move.
    const apart = { signal: undefined, timeoutMs: undefined, maxRetries: undefined, language: undefined }
    return this.#call(`${pathOf(jobId)}/moves`, options, {
      body: { ...options, ...apart, do: move },
      once: true,
    })
  }

  /**
   * Moves the clock until the story of the job has ended. The other jobs of the world live on in that time.
   * @returns the job, or null if its draft was deleted. A job without a story is returned unchanged.
   */
  async play(jobId: string, options?: RequestOptions): Promise<SandboxJob | null> {
    await this.job(jobId, options)
    const body = { to: 'end', job_id: jobId }
    try {
      // Retried after a lost response, and where a request ended early, because only the end counts.
      while ((await this.#call<ClockMoved>('clock', options, { body })).remaining_seconds);
      return await this.job(jobId, options)
    } catch (error) {
      if (error instanceof NotFoundError) return null
      throw error
    }
  }

  /** The newest texts, of all jobs or of one, with their links and codes. */
  async sms(jobId?: string, options?: RequestOptions): Promise<Sms[]> {
    const query = jobId === undefined ? '' : `?job_id=${checkedJobId(jobId)}`
    return (await this.#call<ListTextsResult>(`sms${query}`, options)).sms
  }

  /** Uses up the rate limit of `/v1` until so many requests are left. With 0 the next request gets a 429. */
  async leaveCalls(remaining: number, options?: RequestOptions): Promise<FillWindowResult> {
    return this.#call('limit', options, { body: { remaining } })
  }

  /** Deletes the jobs of this world. Its next call begins it again, at the real time. */
  async deleteWorld(options: RequestOptions = {}): Promise<void> {
    await send(this.#settings, { method: 'DELETE', path: '/sandbox/v1/world' }, options)
  }

  /** The service ends a long move early. Further requests do the rest. */
  async #moveClock(body: ClockTarget, options: RequestOptions | undefined): Promise<ClockMoved> {
    const moved = await this.#call<ClockMoved>('clock', options, { body, once: true })
    if (!moved.remaining_seconds) return moved
    const rest = await this.#moveClock({ advance_seconds: moved.remaining_seconds }, options)
    return { ...rest, steps: [...moved.steps, ...rest.steps] }
  }

  async #call<T>(path: string, options: RequestOptions = {}, { body, once }: Post = {}): Promise<T> {
    const request = { path: `/sandbox/v1/${path}`, body: JSON.stringify(body), once } as const
    return (await fetchAnswer<T>(this.#settings, request, options)).data
  }
}

type Post = { body?: object; once?: true }

/** JSON writes a `Date` as the text that the service takes. */
type ClockTarget = Omit<MoveClockInput, 'to'> & { to?: Date | string }

const pathOf = (jobId: string): string => `jobs/${checkedJobId(jobId)}`
