import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Step } from '#contract/sandbox/world.ts'
import { startDray } from '../support/dray.ts'
import { phoneOf, sandboxUser } from '../support/sandbox.ts'

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

/** Plays the stories in the world of a new key. @returns the timeline of each. */
async function play(): Promise<Step[][]> {
  const user = await sandboxUser(app)
  const jobIds: string[] = []
  for (const story of played) jobIds.push((await user.create({ customer_phone: phoneOf(story) })).body.job_id)
  await user.pass(8 * 86_400)
  const timelines: Step[][] = []
  for (const jobId of jobIds) timelines.push((await user.job(jobId)).timeline)
  return timelines
}

test('decision 41: beside live calls the clocks of several keys take turns, and tell what they would tell alone', async () => {
  const alone = await play()
  let isDone = false
  const reading = readLive(() => isDone)
  const beside = await Promise.all(Array.from({ length: 4 }, play)).finally(() => {
    isDone = true
  })
  await reading
  const whats = (timelines: Step[][]) => timelines.map((steps) => steps.map(({ what }) => what))
  for (const timelines of beside) {
    assert.deepEqual(whats(timelines), whats(alone))
    // An act that a short turn left behind would happen where the clock stops next, minutes later.
    for (const [index, { what, after_seconds }] of timelines.flat().entries()) {
      const lateSeconds = after_seconds - (alone.flat()[index]?.after_seconds ?? 0)
      assert.ok(Math.abs(lateSeconds) <= 30, `${what}: ${lateSeconds} s later`)
    }
  }
})
