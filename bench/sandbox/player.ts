import type { StoryName } from '#contract/sandbox/stories.ts'
import { stories } from '#contract/sandbox/stories.ts'
import type { Clock, SandboxJob, Step } from '#contract/sandbox/world.ts'
import { issueKey } from '../../server/keys/issue.ts'
import { newId } from '../../server/lib/ids.ts'
import { insertPartner } from '../../server/partners/store.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { newJob } from '../support/create-load.ts'

export type Moved = Clock & { steps: Step[]; remaining_seconds: number }

/** A test key that plays its world over HTTP. */
export type Player = {
  call: <T>(method: string, path: string, body?: object) => Promise<T>
  /** Creates a job of a story. @returns its id. */
  begin: (story: StoryName) => Promise<string>
  clock: (body: object) => Promise<Moved>
  job: (jobId: string) => Promise<SandboxJob>
  reset: () => Promise<void>
}

/** A request without a 2xx response. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, text: string) {
    super(`${status} ${text}`)
    this.status = status
  }
}

export async function newPlayer(db: Pick<TestDatabase, 'kysely'>, url: string): Promise<Player> {
  return playerOf(url, await newTestKey(db))
}

/**
 * A test key of a new partner. Its window under `/v1` is wide; its limit of 600 sandbox requests a minute is unchanged.
 */
export async function newTestKey({ kysely }: Pick<TestDatabase, 'kysely'>): Promise<string> {
  const partnerId = newId()
  await insertPartner(kysely, { id: partnerId, companyName: 'Sample Partner', smsLanguage: null })
  const order = { partnerId, mode: 'test' as const, rateLimitPerMinute: 100_000 }
  return (await issueKey({ kysely, service: 'dray' }, order)).apiKey
}

export function playerOf(url: string, apiKey: string): Player {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Refused(response.status, text)
    return (text ? JSON.parse(text) : null) as T
  }
  return {
    call,
    async begin(story) {
      const customer_phone = stories.find(({ name }) => name === story)?.phone
      return (await call<{ job_id: string }>('POST', '/v1/jobs', { ...newJob, customer_phone })).job_id
    },
    clock: (body) => call<Moved>('POST', '/sandbox/v1/clock', body),
    job: (jobId) => call<SandboxJob>('GET', `/sandbox/v1/jobs/${jobId}`),
    reset: () => call('DELETE', '/sandbox/v1/world'),
  }
}

/** Moves the clock from one step to the next until the last. @returns the number of requests. */
export async function playToEnd({ clock }: Pick<Player, 'clock'>): Promise<number> {
  for (let calls = 1; calls <= 500; calls++) if ((await clock({ to: 'next' })).next === null) return calls
  throw new Error('the stories have no end')
}
