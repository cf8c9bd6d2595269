import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { Move } from '#contract/sandbox/moves.ts'
import { type StoryName, stories } from '#contract/sandbox/stories.ts'
import type { Clock, SandboxJob, Step } from '#contract/sandbox/world.ts'
import type { Answer, TestDray, TestPartner } from './dray.ts'

export type Moved = Omit<Clock, 'worlds'> & { steps: Step[]; remaining_seconds: number }
export type Refused = { error: string; message: string; moves?: Move[]; details?: Record<string, string> }

/** A partner with a test key, and the sandbox of that key. */
export type SandboxUser = TestPartner & {
  sandbox: <T>(method: string, path: string, body?: unknown) => Promise<Answer<T>>
  clock: (body: object) => Promise<Moved>
  clockNow: () => Promise<Clock>
  /** Moves the clock by so many seconds, in as many calls as a busy machine needs. @returns the answer of the last. */
  pass: (seconds: number) => Promise<Moved>
  move: (jobId: string, move: Move, more?: object) => Promise<SandboxJob>
  job: (jobId: string) => Promise<SandboxJob>
  /** Creates a job of a story. @returns its id. */
  begin: (story: StoryName, reference?: string) => Promise<string>
}

export const sandboxUser = async (app: Pick<TestDray, 'partner'>): Promise<SandboxUser> =>
  inSandbox(await app.partner({ mode: 'test' }))

/**
 * The sandbox of a test key that exists already, for example on another node. All but `sandbox` try again when the
 * world is busy, after the seconds that the answer asks for.
 */
export function inSandbox(partner: TestPartner): SandboxUser {
  const sandbox = <T>(method: string, path: string, body?: unknown) =>
    partner.call(`/sandbox/v1${path}`, { method, ...(body !== undefined && { body }) }) as Promise<Answer<T>>
  const ok = async <T>(method: string, path: string, body?: unknown, tries = 10): Promise<T> => {
    const answer = await sandbox<T>(method, path, body)
    if (tries > 1 && (answer.body as Partial<Refused> | undefined)?.error === 'world_busy') {
      await setTimeout(Number(answer.headers.get('retry-after')) * 1_000)
      return ok(method, path, body, tries - 1)
    }
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const pass = async (seconds: number): Promise<Moved> => {
    const moved = await ok<Moved>('POST', '/clock', { advance_seconds: seconds })
    return moved.remaining_seconds > 0 ? pass(moved.remaining_seconds) : moved
  }
  return {
    ...partner,
    sandbox,
    clock: (body) => ok<Moved>('POST', '/clock', body),
    clockNow: () => ok<Clock>('GET', '/clock'),
    pass,
    move: (jobId, move, more = {}) => ok<SandboxJob>('POST', `/jobs/${jobId}/moves`, { do: move, ...more }),
    job: (jobId) => ok<SandboxJob>('GET', `/jobs/${jobId}`),
    async begin(story, reference) {
      const { body, status, text } = await partner.create({
        customer_phone: phoneOf(story),
        ...(reference !== undefined && { external_reference: reference }),
      })
      assert.equal(status, 201, text)
      return body.job_id
    },
  }
}

export const phoneOf = (name: StoryName): string => stories.find((story) => story.name === name)?.phone ?? ''

/** Moves the clock from one step to the next until nothing is left. @returns all steps. */
export async function playToEnd(user: SandboxUser): Promise<Step[]> {
  const steps: Step[] = []
  for (let call = 0; call < 60; call++) {
    const moved = await user.clock({ to: 'next' })
    steps.push(...moved.steps)
    if (moved.next === null) return steps
  }
  return assert.fail('the story has no end')
}

/** A step as a story tells it: `customer: accepted`. */
export const told = (steps: Step[]): string[] => steps.map(({ actor, what }) => `${actor}: ${what}`)
