import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { stories } from '#contract/sandbox/stories.ts'
import { type Player, playerOf, Refused } from './player.ts'

/**
 * Program: plays the worlds of many test keys concurrently, between the messages `play` and `pause`. A separate
 * process, so its work does not delay the process that measures.
 */

/** What the worlds have done since the last `pause`. */
export type Done = { calls: number; busy: number; limited: number; unavailable: number }

const { url, apiKeys } = JSON.parse(process.argv[2] ?? '') as { url: string; apiKeys: string[] }
let isPlaying = false
let done: Done = { calls: 0, busy: 0, limited: 0, unavailable: 0 }
let inFlight = 0

/** Runs one call when the worlds may play. @returns null when the request was refused; then it waits a moment. */
async function inTurn<T>(call: () => Promise<T>): Promise<T | null> {
  while (!isPlaying) await sleep(20)
  inFlight++
  done.calls++
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.status === 409) done.busy++
    else if (error.status === 429) done.limited++
    else if (error.status === 503) done.unavailable++
    else throw error
  } finally {
    inFlight--
  }
  await sleep(500)
  return null
}

async function reportWhenIdle(): Promise<void> {
  while (inFlight > 0) await sleep(10)
  process.send?.(done)
  done = { calls: 0, busy: 0, limited: 0, unavailable: 0 }
}

/** Plays one story after another, each to its end, from one step to the next. */
async function playOn(player: Player, first: number): Promise<never> {
  for (let turn = first; ; turn++) {
    const story = stories[turn % stories.length]?.name ?? 'happy'
    await inTurn(() => player.begin(story))
    for (let step = 0; step < 40; step++) {
      const moved = await inTurn(() => player.clock({ to: 'next' }))
      if (moved?.next === null) break
    }
    if (turn % 4 === 3) await inTurn(() => player.reset())
  }
}

// Programs of partners run on other machines; here they would take the processor from what is measured.
os.setPriority(os.constants.priority.PRIORITY_LOW)
process.on('message', (message) => {
  isPlaying = message === 'play'
  if (!isPlaying) void reportWhenIdle()
})
process.on('disconnect', () => process.exit(0))
for (const [index, apiKey] of apiKeys.entries())
  playOn(playerOf(url, apiKey), index).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
