import { setTimeout as sleep } from 'node:timers/promises'
import type { Budget } from './budget.ts'
import { type DueTasks, type EndedDraft, readDueTasks, type TaskNeeds } from './due-tasks.ts'
import { noteStories, playStories } from './play-stories.ts'
import type { World } from './world.ts'

export type SettleNeeds = TaskNeeds

export type Settled = {
  /** Instant of the database at which the last round began. What fell due since then may not be done. */
  since: Date
  /** Whether something was done, or a call to the processor was waited for. */
  isChanged: boolean
  /** The drafts whose term was over, which a task deletes. */
  ended: EndedDraft[]
}

/**
 * Does everything that is due in a world now: what the background tasks do, and then the acts of the stories, which know the
 * outcome of every call to the processor. Goes on until nothing is left or the budget is spent. Waits for calls to the processor that
 * the background is making, because they decide what happens next. The caller holds the lease of the world.
 *
 * @param beforeDeletion called before drafts are deleted, with an instant of the database.
 */
export async function settleWorld(
  needs: SettleNeeds,
  world: World,
  budget: Budget,
  beforeDeletion?: (now: Date) => Promise<void>,
): Promise<Settled> {
  const { keyId } = world
  const ended = new Map<string, EndedDraft>()
  let isChanged = false
  let tasksInARow = 0
  for (let round = 1; ; round++) {
    const { now, tasks, isCallRunning, ...due } = await readDueTasks(needs, keyId)
    for (const draft of due.ended) ended.set(draft.jobId, draft)
    if (due.ended.length > 0) await beforeDeletion?.(now)
    await runTasks(tasks, budget)
    tasksInARow = tasks.length > 0 ? tasksInARow + 1 : 0
    const isTasksFirst = tasksInARow > 0 && tasksInARow % maxTasksInARow !== 0
    await budget.rest()
    const { acts, isLeft, jobs } = isTasksFirst ? notPlayed : await playStories(needs, world, budget)
    const isSettled = tasks.length === 0 && acts === 0 && !isLeft && !isCallRunning
    isChanged ||= !isSettled
    if (isSettled || budget.isSpent() || round === maxRounds) {
      await noteStories(needs.kysely, world, isSettled ? jobs : null)
      return { since: now, isChanged, ended: [...ended.values()] }
    }
    if (isCallRunning && acts === 0) await sleep(pauseMs)
  }
}

async function runTasks(tasks: DueTasks['tasks'], budget: Budget): Promise<void> {
  for (const run of tasks) {
    await run(budget.untilSpent())
    await budget.rest()
    // Without a turn, the tasks that are left are for the next call.
    if (budget.isSpent()) return
  }
}

const notPlayed = { acts: 0, isLeft: false, jobs: null }

const pauseMs = 20

/** No story has so many acts at one instant. */
const maxRounds = 60

/** A task that finds the same work again and again must not keep the stories from going on. */
const maxTasksInARow = 5
