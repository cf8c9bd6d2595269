import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { EndedDraft } from './due-tasks.ts'
import { readSteps, type Step } from './steps.ts'
import { type HeldWorld, inWorld, timeOf } from './world.ts'

/** Collects the steps of a world during one request to move its clock, each once. */
export type StepsOfCall = {
  /** Queries the new steps. */
  read: () => Promise<void>
  /** The new steps after the world was settled, which may have deleted drafts. */
  readSettled: (ended: EndedDraft[]) => Promise<void>
  isEmpty: () => boolean
  /** In their order. */
  list: () => Step[]
}

/**
 * `now()` is the start of a transaction, but rows are visible after its commit, so each query begins a little earlier.
 */
const overlapMs = 2_000

/**
 * Begins with the present steps as known: a job created since the last request has steps that are not before its clock.
 */
export async function createStepsOfCall(kysely: Kysely<Tables>, world: HeldWorld): Promise<StepsOfCall> {
  const found = new Map<string, Step | null>()
  const start = timeOf(world)
  let readUntil = start
  /** Instants on the clock of the world, on which no step moves. */
  const readSince = async (keep: (step: Step) => Step | null) => {
    const since = new Date(Math.max(start.getTime(), readUntil.getTime() - overlapMs))
    const steps = await readSteps(kysely, world, { since })
    for (const step of steps) if (!found.has(keyOf(step))) found.set(keyOf(step), keep(step))
    readUntil = timeOf(world)
  }
  await readSince(() => null)
  const read = () => readSince((step) => step)
  const list = () => [...found.values()].filter((step) => step !== null)
  return {
    read,
    async readSettled(ended) {
      await read()
      for (const draft of await deletedOf(kysely, ended))
        found.set(`${draft.jobId} ${expired.type}`, { ...expired, ...draft, at: world.stoppedAt })
    },
    isEmpty: () => list().length === 0,
    list: () => list().sort((a, b) => whenOf(a) - whenOf(b)),
  }
}

const whenOf = ({ at, agedMs }: Step): number => inWorld(at, agedMs).getTime()

const keyOf = (step: Step): string => `${step.jobId} ${whenOf(step)} ${step.actor} ${step.what}`

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
