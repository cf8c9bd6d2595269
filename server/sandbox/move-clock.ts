import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { ageWorld } from './age-world.ts'
import type { Budget } from './budget.ts'
import { nextMoment } from './next-moment.ts'
import { type SettleNeeds, settleWorld } from './settle-world.ts'
import { readSteps, type Step } from './steps.ts'
import { type HeldWorld, type World, worldBusy } from './world.ts'

/** `next`: to the next thing that happens. Otherwise by so many milliseconds. */
export type Target = 'next' | { ms: number }

/** `since`: instant of the database up to which the world is settled. What fell due since then is still to come. */
export type Moved = { steps: Step[]; remainingMs: number; since: Date }

/**
 * Moves the clock of a world forward, and stops on the way wherever something falls due, so that everything happens in its
 * true order. Ends early when its budget is spent, also by waiting for calls to the processor; `remainingMs` then tells what is left,
 * at least 1. The time of a call does not end within the last second, which it finishes. The caller holds the lease of the world.
 *
 * @throws Problem `world_busy` (409) when the lease has ended, or when nothing could be moved.
 */
export async function moveClock(
  needs: SettleNeeds,
  { world, budget }: { world: HeldWorld; budget: Budget },
  target: Target,
): Promise<Moved> {
  let leftMs = target === 'next' ? Number.POSITIVE_INFINITY : target.ms
  if (leftMs < almostMs) budget.finish()
  const { steps, since: begun } = await settled(needs, world, budget)
  let since = begun
  if (target === 'next' && steps.length > 0) return { steps, remainingMs: 0, since }
  let hasMoved = false
  while (leftMs > 0 && !budget.isSpent()) {
    const moment = await nextMoment(needs.kysely, { keyId: world.keyId, since })
    if (!moment && target === 'next') break
    const ms = Math.min(leftMs, Math.max(1, Math.ceil(moment?.inMs ?? leftMs)))
    // Where a call to the processor has begun, its outcome decides how far the clock may go.
    if (await ageWorld(needs, world, ms)) {
      hasMoved = true
      leftMs -= ms
      if (leftMs < almostMs) budget.finish()
    }
    const happened = await settled(needs, world, budget)
    steps.push(...happened.steps)
    since = happened.since
    if (target === 'next' && happened.steps.length > 0) break
  }
  if (budget.isSpent() && !hasMoved && steps.length === 0) throw worldBusy
  if (target === 'next') return { steps, remainingMs: 0, since }
  return { steps, remainingMs: budget.isSpent() ? Math.max(1, leftMs) : leftMs, since }
}

/** A clock that stops so near its target would be a surprise. */
const almostMs = 1_000

/** Settles the world. @returns what happened, with the drafts that were deleted; `since` is that of `settleWorld`. */
async function settled(
  needs: SettleNeeds,
  world: World,
  budget: Budget,
): Promise<{ steps: Step[]; since: Date }> {
  const { now, ending } = await readEnding(needs.kysely, world)
  const since = await settleWorld(needs, world, budget)
  const happened = await readSteps(needs.kysely, world, { since: now })
  const left = await stillThere(needs.kysely, ending)
  const gone = ending.filter(({ jobId }) => !left.has(jobId))
  const steps = [...happened, ...gone].sort((a, b) => a.at.getTime() - b.at.getTime())
  return { steps, since }
}

/** The drafts whose term is over, and the present instant of the database. */
async function readEnding(kysely: Kysely<Tables>, { keyId }: World): Promise<{ now: Date; ending: Step[] }> {
  const { rows } = await sql<{ now: Date; id: string | null; created_at: Date; aged_ms: number }>`
    select clock_timestamp() as now, job.id, job.created_at, job.aged_ms from (select) one
    left join job on job.key_id = ${keyId} and job.mode = 'test' and job.status = 'draft' and job.expires_at <= now()
    order by job.expires_at`.execute(kysely)
  const now = rows[0]?.now ?? new Date()
  const ending = rows.flatMap(({ id, created_at: createdAt, aged_ms: agedMs }) =>
    id === null ? [] : [{ ...expired, at: now, jobId: id, createdAt, agedMs }],
  )
  return { now, ending }
}

const expired = {
  actor: 'system',
  type: 'draft_expired',
  what: 'the draft expired and was deleted',
  amountCents: null,
  status: null,
} as const

async function stillThere(kysely: Kysely<Tables>, steps: Step[]): Promise<Set<string>> {
  if (steps.length === 0) return new Set()
  const ids = steps.map(({ jobId }) => jobId)
  const isMeant = sql<boolean>`id = any(${ids}::uuid[])`
  const rows = await kysely.selectFrom('job').select('id').where(isMeant).execute()
  return new Set(rows.map(({ id }) => id))
}
