import { setTimeout as sleep } from 'node:timers/promises'
import type { Budget } from './budget.ts'
import { readDueTasks, type TaskNeeds } from './due-tasks.ts'
import { noteStories, playStories } from './play-stories.ts'
import type { World } from './world.ts'

export type SettleNeeds = TaskNeeds

/**
 * Does everything that is due in a world now: what the background tasks do, and then the acts of the stories, which know the
 * outcome of every call to the processor. Goes on until nothing is left or the budget is spent. Waits for calls to the processor that
 * the background is making, because they decide what happens next. The caller holds the lease of the world.
 *
 * @returns the instant of the database at which the last round began. What fell due since then may not be done.
 */
export async function settleWorld(needs: SettleNeeds, world: World, budget: Budget): Promise<Date> {
  const { keyId } = world
  let tasksInARow = 0
  for (let round = 1; ; round++) {
    const { now, tasks, isCallRunning } = await readDueTasks(needs, keyId)
    for (const run of tasks) {
      await run(budget.untilSpent())
      await budget.rest()
      // Without a turn, the tasks that are left are for the next call.
      if (budget.isSpent()) break
    }
    tasksInARow = tasks.length > 0 ? tasksInARow + 1 : 0
    const isTasksFirst = tasksInARow > 0 && tasksInARow % mostTasksInARow !== 0
    await budget.rest()
    const { acts, isLeft } = isTasksFirst ? noActs : await playStories(needs, world, budget)
    const isSettled = tasks.length === 0 && acts === 0 && !isLeft && !isCallRunning
    if (isSettled || budget.isSpent() || round === mostRounds) {
      await noteStories(needs.kysely, world)
      return now
    }
    if (isCallRunning && acts === 0) await sleep(pauseMs)
  }
}

const noActs = { acts: 0, isLeft: false }

const pauseMs = 20

/** No story has so many acts at one instant. */
const mostRounds = 60

/** A task that finds the same work again and again must not keep the stories from going on. */
const mostTasksInARow = 5
