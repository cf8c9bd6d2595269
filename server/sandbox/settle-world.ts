import { type DueTasks, type EndedDraft, readDueTasks, type TaskNeeds } from './due-tasks.ts'
import { noteStories, playStories } from './play-stories.ts'
import type { Bound } from './with-world.ts'
import type { HeldWorld } from './world.ts'

export type SettleNeeds = TaskNeeds

/**
 * Runs everything that is due in a world now: the background tasks, and then the acts of the stories, which need the
 * outcome of every request to the processor. Repeats until no work is left or the budget is used up, and stops the
 * clock at the instant up to which all work is done. The caller holds the lease of the world.
 *
 * @param beforeDeletion called before drafts are deleted.
 * @returns the expired drafts, which a task deletes.
 */
export async function settleWorld(
  needs: SettleNeeds,
  world: HeldWorld,
  bound: Bound,
  beforeDeletion?: () => Promise<void>,
): Promise<EndedDraft[]> {
  const ended = new Map<string, EndedDraft>()
  let tasksInARow = 0
  for (let round = 1; ; round++) {
    const { now, tasks, ...due } = await readDueTasks(needs, world)
    world.stoppedAt = now
    for (const draft of due.ended) ended.set(draft.jobId, draft)
    if (due.ended.length > 0) await beforeDeletion?.()
    await runTasks(tasks, bound)
    tasksInARow = tasks.length > 0 ? tasksInARow + 1 : 0
    const isTasksFirst = tasksInARow > 0 && tasksInARow % maxTasksInARow !== 0
    const { acts, isLeft, jobs } = isTasksFirst ? notPlayed : await playStories(needs, world, bound)
    const isSettled = tasks.length === 0 && acts === 0 && !isLeft
    if (isSettled || bound.isSpent() || round === maxRounds) {
      await noteStories(needs.kysely, world, isSettled ? jobs : null)
      return [...ended.values()]
    }
  }
}

async function runTasks(tasks: DueTasks['tasks'], bound: Bound): Promise<void> {
  for (const run of tasks) {
    if (bound.isSpent()) return
    await run(bound.signal)
  }
}

const notPlayed = { acts: 0, isLeft: false, jobs: null }

/** No story has so many acts at one instant. */
const maxRounds = 60

/** A task that finds the same work repeatedly must not block the stories. */
const maxTasksInARow = 5
