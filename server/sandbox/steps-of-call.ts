import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { EndedDraft } from './due-tasks.ts'
import type { Settled } from './settle-world.ts'
import { inWorld, readSteps, type Step } from './steps.ts'
import type { HeldWorld } from './world.ts'

/** What happens in a world during one call of its clock, each step once. */
export type StepsOfCall = {
  /** Reads what is new. `now`: an instant of the database before this reading. */
  read: (now: Date) => Promise<void>
  /** The same after the world was settled, which may have deleted drafts. */
  readSettled: (settled: Settled) => Promise<void>
  /** Called after the rows of the world were moved back. */
  moveBack: (ms: number) => void
  isEmpty: () => boolean
  /** In their order. */
  list: () => Step[]
}

/** A transaction has the instant of its beginning, and its rows are seen after its commit. So each reading begins a little earlier. */
const overlapMs = 2_000

export function createStepsOfCall(kysely: Kysely<Tables>, world: HeldWorld): StepsOfCall {
  const found = new Map<string, Step>()
  let startMs = world.claimedAt.getTime()
  let readMs = startMs
  const keep = (key: string, step: Step) => {
    if (!found.has(key)) found.set(key, step)
  }
  const read = async (now: Date) => {
    const since = new Date(Math.max(startMs, readMs - overlapMs))
    for (const step of await readSteps(kysely, world, { since })) keep(keyOf(step), step)
    readMs = now.getTime()
  }
  return {
    read,
    async readSettled({ since, ended }) {
      await read(since)
      for (const draft of await deletedOf(kysely, ended))
        keep(`${draft.jobId} ${expired.type}`, { ...expired, ...draft, at: since })
    },
    moveBack(ms) {
      startMs -= ms
      readMs -= ms
    },
    isEmpty: () => found.size === 0,
    list: () => [...found.values()].sort((a, b) => timeOf(a) - timeOf(b)),
  }
}

/** On the clock of the world, which moves no step. */
const timeOf = ({ at, agedMs }: Step): number => inWorld(at, agedMs).getTime()

const keyOf = (step: Step): string => `${step.jobId} ${timeOf(step)} ${step.actor} ${step.what}`

const expired = {
  actor: 'system',
  type: 'draft_expired',
  what: 'the draft expired and was deleted',
  amountCents: null,
  status: null,
} as const

async function deletedOf(kysely: Kysely<Tables>, drafts: EndedDraft[]): Promise<EndedDraft[]> {
  if (drafts.length === 0) return []
  const isMeant = sql<boolean>`id = any(${drafts.map(({ jobId }) => jobId)}::uuid[])`
  const rows = await kysely.selectFrom('job').select('id').where(isMeant).execute()
  const left = new Set(rows.map(({ id }) => id))
  return drafts.filter(({ jobId }) => !left.has(jobId))
}
