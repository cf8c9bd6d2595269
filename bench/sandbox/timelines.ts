import type { StoryName } from '#contract/sandbox/stories.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import type { Result } from '../support/result.ts'
import { newPlayer, type Player } from './player.ts'

/** A key may send 600 sandbox requests a minute, and a run takes a dozen. */
const keys = 12

const played: StoryName[] = ['happy', 'bank_confirmation', 'given_back', 'renewal_refused']

/**
 * Repeats the same requests, in worlds of several keys in turn, and compares the responses: exactly, and apart from the
 * seconds, as real time also passes while people act.
 */
export async function compareTimelines(db: TestDatabase, url: string, runs: number): Promise<Result[]> {
  const players = await Promise.all(Array.from({ length: keys }, () => newPlayer(db, url)))
  const told: string[] = []
  for (let run = 0; run < runs; run++) {
    const player = players[run % keys]
    if (!player) throw new Error('there is no key')
    told.push(await play(player))
    await player.reset()
  }
  const [usual = '', ...others] = distinct(told)
  for (const other of others.slice(0, 5)) console.log(`a run told ${difference(usual, other)}`)
  return [
    agreement('runs of the same calls that tell the same timelines', told),
    agreement('the same, apart from the seconds', told.map(withoutSeconds)),
  ]
}

function agreement(name: string, told: string[]): Result {
  const [usual] = distinct(told)
  const equal = told.filter((each) => each === usual).length
  return { name, value: equal, goal: `>= ${told.length}`, detail: `${count(equal)} of ${count(told.length)}` }
}

/** Each text once, the most frequent first. */
function distinct(texts: string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([text]) => text)
}

const withoutSeconds = (timelines: string): string => timelines.replaceAll(/ \d+ s /g, ' ')

const count = (amount: number): string => amount.toLocaleString('en')

/** @returns who did what to each job, when, and its status then: a line for each step. */
async function play(player: Player): Promise<string> {
  const jobIds: string[] = []
  for (const story of played) jobIds.push(await player.begin(story))
  for (let step = 0; step < 3; step++) await player.clock({ to: 'next' })
  for (let left = 8 * 86_400; left > 0; )
    left = (await player.clock({ advance_seconds: left })).remaining_seconds
  const lines: string[] = []
  for (const [index, jobId] of jobIds.entries()) {
    const { timeline, story } = await player.job(jobId)
    if (timeline.length < 5) throw new Error(`${story} was not played`)
    for (const { after_seconds, actor, what, status } of timeline)
      lines.push(`${index} ${story} ${after_seconds} s ${actor}: ${what} (${status})`)
  }
  return lines.join('\n')
}

/** The first lines that differ. */
function difference(usual: string, other: string): string {
  const [ours, theirs] = [usual.split('\n'), other.split('\n')]
  const index = ours.findIndex((line, at) => line !== theirs[at])
  return `"${theirs[index] ?? 'nothing'}" where others tell "${ours[index] ?? 'nothing'}"`
}
