import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { ageWorld } from './age-world.ts'
import type { Budget } from './budget.ts'
import type { EndedDraft } from './due-tasks.ts'
import { nextMoment } from './next-moment.ts'
import { type Settled, type SettleNeeds, settleWorld } from './settle-world.ts'
import { readNewSteps, type Step } from './steps.ts'
import { type HeldWorld, type World, worldBusy } from './world.ts'

/** `next`: to the next thing that happens. Otherwise by so many milliseconds. */
export type Target = 'next' | { ms: number }

/**
 * `agedMs`: how far the clock is ahead of the real one now. `since`: instant of the database up to which the world is settled. What
 * fell due since then is still to come.
 */
export type Moved = { steps: Step[]; remainingMs: number; agedMs: number; since: Date }

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
  const isNext = target === 'next'
  let leftMs = isNext ? Number.POSITIVE_INFINITY : target.ms
  let movedMs = 0
  if (leftMs < almostMs) budget.finish()
  let round = await settleWorld(needs, world, budget)
  const steps: Step[] = []
  let fromMicros = round.startedAt.getTime() * 1_000
  // Where nothing was done there is nothing to read yet.
  let isUnread = !round.isChanged
  const read = async () => {
    const happened = await readHappened(needs, world, round, fromMicros)
    steps.push(...happened.steps)
    fromMicros = happened.untilMicros
    isUnread = false
  }
  if (round.isChanged) await read()
  while (leftMs > 0 && !budget.isSpent() && !(isNext && steps.length > 0)) {
    const moment = await nextMoment(needs.kysely, { keyId: world.keyId, since: round.since })
    if (!moment && isNext) break
    const ms = Math.min(leftMs, Math.max(1, Math.ceil(moment?.inMs ?? leftMs)))
    // Where a call to the processor has begun, its outcome decides how far the clock may go.
    if (await ageWorld(needs, world, ms)) {
      movedMs += ms
      leftMs -= ms
      fromMicros -= ms * 1_000
      if (leftMs < almostMs) budget.finish()
    }
    round = await settleWorld(needs, world, budget)
    await read()
  }
  if (isUnread) await read()
  if (budget.isSpent() && movedMs === 0 && steps.length === 0) throw worldBusy
  const remainingMs = budget.isSpent() ? Math.max(1, leftMs) : leftMs
  return {
    steps,
    remainingMs: isNext ? 0 : remainingMs,
    agedMs: world.agedMs + movedMs,
    since: round.since,
  }
}

/** A clock that stops so near its target would be a surprise. */
const almostMs = 1_000

/** Reads what happened since an instant of the database, with the drafts that were deleted while the world settled. */
async function readHappened(
  { kysely }: { kysely: Kysely<Tables> },
  world: World,
  { startedAt, ended }: Settled,
  fromMicros: number,
): Promise<{ steps: Step[]; untilMicros: number }> {
  const { steps, untilMicros } = await readNewSteps(kysely, world, fromMicros)
  const left = await stillThere(kysely, ended)
  const gone = ended
    .filter(({ jobId }) => !left.has(jobId))
    .map((draft) => ({ ...expired, ...draft, at: startedAt }))
  return { steps: [...steps, ...gone].sort((a, b) => a.at.getTime() - b.at.getTime()), untilMicros }
}

const expired = {
  actor: 'system',
  type: 'draft_expired',
  what: 'the draft expired and was deleted',
  amountCents: null,
  status: null,
} as const

async function stillThere(kysely: Kysely<Tables>, drafts: EndedDraft[]): Promise<Set<string>> {
  if (drafts.length === 0) return new Set()
  const ids = drafts.map(({ jobId }) => jobId)
  const isMeant = sql<boolean>`id = any(${ids}::uuid[])`
  const rows = await kysely.selectFrom('job').select('id').where(isMeant).execute()
  return new Set(rows.map(({ id }) => id))
}
