import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { stories } from '#contract/sandbox/stories.ts'
import { openStream } from '../../test/support/event-stream.ts'
import { type LifePlace, newLives } from '../life/place.ts'
import { steps } from '../life/steps.ts'
import { createLatencies } from '../load/latencies.ts'
import { newPlayer } from '../sandbox/player.ts'
import { pairs } from '../support/create-load.ts'

/** What has happened since the last look. The latencies are of the partner's calls, the waiting for photos included. */
export type Taken = { p50Ms: number; p99Ms: number; errors: string[] }

export type Traffic = AsyncDisposable & { take: () => Taken }

/**
 * Some 20 calls a second, begun at fixed times: estimates, reads and creates of a partner, the stories of a test key,
 * and whole lives of jobs in the app. A refusal is an error: nothing is refused here.
 */
export function startTraffic(place: LifePlace): Traffic {
  const waiting = new Set<Promise<void>>()
  const stopped = new AbortController()
  let taken = newTally()
  const during = (name: string, act: () => Promise<unknown>) =>
    act().then(
      () => {},
      (error: unknown) => void taken.errors.push(`${name}: ${String(error)}`),
    )
  const timed = async (name: string, act: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await during(name, act)
    taken.latencies.add((performance.now() - startedAt) * 1_000)
  }
  const loops = [
    ...callsOf(place).map(({ name, everyMs, act }) => ({ everyMs, act: () => timed(name, act) })),
    { everyMs: 10_000, act: () => live(place, during) },
  ].map(({ everyMs, act }) => repeat({ everyMs, act, waiting, stopped: stopped.signal }))
  loops.push(playOn(place, { during, stopped: stopped.signal }))
  return {
    take() {
      const { latencies, errors } = taken
      taken = newTally()
      const { p50Ms, p99Ms } = latencies.summary()
      return { p50Ms, p99Ms, errors }
    },
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await Promise.all(loops)
      await Promise.all(waiting)
    },
  }
}

const newTally = () => ({ latencies: createLatencies(), errors: [] as string[] })

type During = (name: string, act: () => Promise<unknown>) => Promise<void>
type Loop = { everyMs: number; act: () => Promise<void>; waiting: Set<Promise<void>>; stopped: AbortSignal }

/** Begins an act at fixed times, also while earlier ones wait. */
async function repeat({ everyMs, act, waiting, stopped }: Loop): Promise<void> {
  const startedAt = performance.now()
  for (let n = 1; !stopped.aborted; n++) {
    const one = act()
    waiting.add(one)
    void one.finally(() => waiting.delete(one))
    await pause(startedAt + n * everyMs - performance.now(), stopped)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(Math.max(0, ms), undefined, { signal }).catch(() => {})

function callsOf({ partner, photos }: LifePlace) {
  let created = 0
  let jobId: string | null = null
  const create = async (more: { photos?: string[] } = {}) => {
    created++
    const customer_phone = `+3467${String(1_000_000 + created)}`
    const input = { ...pairs[created % pairs.length], customer_phone, external_reference: `hour-${created}` }
    const { status, body, text } = await partner.create({ ...input, ...more })
    assert.equal(status, 201, text)
    jobId = body.job_id
  }
  return [
    {
      name: 'estimate',
      everyMs: 350,
      act: async () =>
        assert.equal((await partner.estimate(pairs[created % pairs.length] ?? {})).status, 200),
    },
    {
      name: 'status',
      everyMs: 300,
      act: async () => jobId && assert.equal((await partner.read(jobId)).status, 200),
    },
    { name: 'create', everyMs: 700, act: () => create() },
    { name: 'create with a photo', everyMs: 2_000, act: () => create({ photos }) },
  ]
}

/** The life of one job. Its customer has the app open. */
async function live(place: LifePlace, during: During): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const [life] = newLives(place, 1)
  if (!life) return
  for (const step of steps) {
    let isDone = false
    await during(step.name, async () => {
      await step.live(life)
      if (life.customer && step.name.startsWith('sign-in'))
        opened.use(await openStream(place.app, { headers: life.customer.headers }))
      isDone = true
    })
    // The next steps need this one.
    if (!isDone) return
  }
}

/** Plays the stories of a test key one after another, with a call a second. */
async function playOn(
  { app: { db, url } }: LifePlace,
  { during, stopped }: { during: During; stopped: AbortSignal },
): Promise<void> {
  const player = await newPlayer(db, url)
  for (let turn = 0; !stopped.aborted; turn++) {
    const story = stories[turn % stories.length]?.name ?? 'happy'
    await during(`begin ${story}`, () => player.begin(story))
    for (let isOver = false; !isOver && !stopped.aborted; ) {
      await pause(1_000, stopped)
      isOver = true
      await during('clock', async () => {
        isOver = (await player.clock({ to: 'next' })).next === null
      })
    }
    await pause(1_000, stopped)
    if (turn % 4 === 3) await during('reset', () => player.reset())
  }
}
