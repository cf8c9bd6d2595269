import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Step } from '#contract/sandbox/world.ts'
import { startDray } from '../support/dray.ts'
import { type Moved, phoneOf, type SandboxUser, sandboxUser } from '../support/sandbox.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const played = ['happy', 'happy', 'renewal_refused'] as const

/** Reads the status of a live job again and again, so that worlds pause and their turns are short. */
async function readLive(isDone: () => boolean): Promise<void> {
  const live = await app.partner()
  const { body } = await live.create()
  while (!isDone()) {
    const { status } = await live.read(body.job_id)
    assert.equal(status, 200)
    await sleep(100)
  }
}

/** Moves the clock in as many calls as it takes, also where the turn of a call does not come in time. */
async function pass(user: SandboxUser, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; ) {
    const { status, body } = await user.sandbox<Moved>('POST', '/clock', { advance_seconds: left })
    assert.ok(status === 200 || status === 409)
    if (status === 200) left = body.remaining_seconds
  }
}

/** Plays the stories in the world of a new key. @returns the timeline of each. */
async function play(): Promise<Step[][]> {
  const user = await sandboxUser(app)
  const jobIds: string[] = []
  for (const story of played) jobIds.push((await user.create({ customer_phone: phoneOf(story) })).body.job_id)
  await pass(user, 8 * 86_400)
  const timelines: Step[][] = []
  for (const jobId of jobIds) timelines.push((await user.job(jobId)).timeline)
  return timelines
}

test('decision 41: the clocks of several keys at once, beside live calls, tell what each would tell alone', async () => {
  const alone = await play()
  const end = new AbortController()
  const playing = Promise.all(Array.from({ length: 4 }, play)).finally(() => end.abort())
  const [beside] = await Promise.all([playing, readLive(() => end.signal.aborted)])
  const whats = (timelines: Step[][]) => timelines.map((steps) => steps.map(({ what }) => what))
  for (const timelines of beside) {
    assert.deepEqual(whats(timelines), whats(alone))
    // An act that a short turn left behind would happen where the clock stops next, minutes later.
    for (const [index, { what, after_seconds }] of timelines.flat().entries()) {
      const lateSeconds = after_seconds - (alone.flat()[index]?.after_seconds ?? 0)
      assert.ok(Math.abs(lateSeconds) <= 60, `${what}: ${lateSeconds} s later`)
    }
  }
})
