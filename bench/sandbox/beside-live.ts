import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from '../../test/support/database.ts'
import { newJob } from '../support/create-load.ts'
import { newKey } from '../support/keys.ts'
import { median } from '../support/median.ts'
import type { Result } from '../support/result.ts'
import type { ServerProcess } from '../support/server-process.ts'
import type { Done } from './play-worlds.ts'
import { newTestKey, playerOf } from './player.ts'
import { pollStatus } from './poll-status.ts'

type Pace = { worlds: number; rounds: number; seconds: number }
type Round = { times: number[]; cpuShare: number }

/**
 * The status of a live job while many worlds are played without a pause, against the same while they rest, in turns.
 */
export async function compareLive(
  db: TestDatabase,
  server: ServerProcess,
  { worlds, rounds, seconds }: Pace,
): Promise<Result[]> {
  const { url } = server
  const { apiKey } = await newKey(db)
  const { job_id: jobId } = await playerOf(url, apiKey).call<{ job_id: string }>('POST', '/v1/jobs', newJob)
  const job = { url, apiKey, jobId }
  await using played = await startWorlds({
    url,
    apiKeys: await Promise.all(Array.from({ length: worlds }, () => newTestKey(db))),
  })
  const poll = async (): Promise<Round> => {
    const before = server.cpuMicros()
    const times = await pollStatus(job, seconds)
    return { times, cpuShare: (server.cpuMicros() - before) / seconds / 1e6 }
  }
  const alone: Round[] = []
  const beside: Round[] = []
  const done: Done[] = []
  await pollStatus(job, 2)
  for (let round = 0; round < rounds; round++) {
    alone.push(await poll())
    played.play()
    await sleep(1_000)
    beside.push(await poll())
    done.push(await played.pause())
    await sleep(500)
  }
  const calls = median(done.map((each) => each.calls / (seconds + 1)))
  const sum = (part: keyof Done) => done.reduce((all, each) => all + each[part], 0)
  const refusals = `busy ${sum('busy')}, limited ${sum('limited')}, unavailable ${sum('unavailable')}`
  return [
    ratio('p50', { share: 0.5, goal: '' }, alone, beside),
    ratio('p99', { share: 0.99, goal: '<= 1.1' }, alone, beside),
    ...(rounds > 1 ? [noise(alone)] : []),
    {
      name: `calls of the ${worlds} worlds a second`,
      value: calls,
      goal: '',
      detail: `refused: ${refusals}`,
    },
    {
      name: 'cores that the server uses beside the worlds',
      value: median(beside.map(({ cpuShare }) => cpuShare)),
      goal: '',
      detail: `alone ${median(alone.map(({ cpuShare }) => cpuShare)).toFixed(2)}`,
    },
  ]
}

/** Of the reads of all rounds together: the slowest hundredth of one round is too few to compare. */
function ratio(
  name: string,
  { share, goal }: { share: number; goal: string },
  alone: Round[],
  beside: Round[],
): Result {
  const of = (rounds: Round[]) =>
    quantile(
      rounds.flatMap(({ times }) => times),
      share,
    )
  return {
    name: `live status, ${name} beside the worlds against alone`,
    value: of(beside) / of(alone),
    goal,
    detail: `${of(beside).toFixed(2)} ms against ${of(alone).toFixed(2)}`,
  }
}

/** One sample of how much the p99 differs by chance: every second round alone, against the other rounds alone. */
function noise(alone: Round[]): Result {
  const odd = alone.filter((_, index) => index % 2 === 1)
  const even = alone.filter((_, index) => index % 2 === 0)
  return {
    ...ratio('p99', { share: 0.99, goal: '' }, even, odd),
    name: 'p99 of half of the rounds alone against the others',
  }
}

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

type Worlds = AsyncDisposable & { play: () => void; pause: () => Promise<Done> }

async function startWorlds(which: { url: string; apiKeys: string[] }): Promise<Worlds> {
  const child = fork(path.join(import.meta.dirname, 'play-worlds.ts'), [JSON.stringify(which)])
  await once(child, 'spawn')
  const ended = once(child, 'exit')
  const failed = ended.then((): never => {
    throw new Error('the process that plays the worlds has ended')
  })
  failed.catch(() => {})
  return {
    play: () => void child.send('play'),
    async pause() {
      const told = once(child, 'message') as Promise<[Done]>
      child.send('pause')
      return (await Promise.race([told, failed]))[0]
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
