import { stories } from '#contract/sandbox/stories.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { median } from '../support/median.ts'
import type { Result } from '../support/result.ts'
import { newPlayer, type Player, playToEnd, Refused } from './player.ts'

type Lived = { seconds: number; calls: number }

/** How long the lives of jobs take over HTTP: medians over rounds, each round with a new key. */
export async function measureLives(db: TestDatabase, url: string, rounds: number): Promise<Result[]> {
  const seen: Record<string, Lived[]> = {}
  // The first round warms up.
  for (let round = 0; round <= rounds; round++)
    for (const [name, live] of Object.entries(lives)) {
      const player = await newPlayer(db, url)
      const startedAt = performance.now()
      const { calls, seconds = (performance.now() - startedAt) / 1_000 }: Lives = await live(player)
      if (round > 0) (seen[name] ??= []).push({ seconds, calls })
    }
  const of = (name: keyof typeof lives, part: keyof Lived) =>
    median((seen[name] ?? []).map((each) => each[part]))
  return [
    { name: '7 days in one clock call, with a renewed hold, s', value: of('week', 'seconds'), goal: '<= 1' },
    { name: 'the happy life by `to: next`, s', value: of('happy', 'seconds'), goal: '<= 2' },
    { name: 'the happy life by `to: next`, calls to the clock', value: of('happy', 'calls'), goal: '<= 8' },
    {
      name: `all ${stories.length} stories in one world by \`to: next\`, s`,
      value: of('all', 'seconds'),
      goal: '',
      detail: `${of('all', 'calls')} calls to the clock; creates and reads included`,
    },
  ].map((result) => ({ ...result, detail: result.detail ?? `median of ${rounds}` }))
}

/** `seconds` where not everything is measured. */
type Lives = { calls: number; seconds?: number }
type Live = (player: Player) => Promise<Lives>

const lives = { week: liveWeek, happy: liveHappily, all: liveAll } satisfies Record<string, Live>

async function liveWeek(player: Player): Promise<Lived> {
  const jobId = await player.begin('hold_renewed')
  const startedAt = performance.now()
  const { remaining_seconds } = await player.clock({ advance_seconds: 7 * 86_400 + 120 })
  const seconds = (performance.now() - startedAt) / 1_000
  const { status, timeline } = await player.job(jobId)
  const holds = timeline.filter(({ type }) => type === 'hold_done' || type === 'hold_renewed').length
  if (remaining_seconds > 0 || status !== 'completed' || holds !== 2)
    throw new Error(`a week ended ${status} with ${holds} holds and ${remaining_seconds} s left`)
  return { seconds, calls: 1 }
}

async function liveHappily(player: Player): Promise<{ calls: number }> {
  const jobId = await player.begin('happy')
  const calls = await playToEnd(player)
  const { status } = await player.job(jobId)
  if (status !== 'completed') throw new Error(`the happy life ended ${status}`)
  return { calls }
}

async function liveAll(player: Player): Promise<{ calls: number }> {
  const begun: { jobId: string; name: string; ends: string }[] = []
  for (const { name, ends } of stories) begun.push({ jobId: await player.begin(name), name, ends })
  const calls = await playToEnd(player)
  for (const { jobId, name, ends } of begun) {
    const ended = await player.job(jobId).then(({ status }) => status as string, statusOfGone)
    // The draft of `by_hand` ends like any other draft.
    if (ended !== (name === 'by_hand' ? 'gone' : ends)) throw new Error(`${name} ended ${ended}`)
  }
  return { calls }
}

function statusOfGone(error: unknown): string {
  if (error instanceof Refused && error.status === 404) return 'gone'
  throw error
}
