import { setTimeout as sleep } from 'node:timers/promises'
import { serviceRole } from '../support/database.ts'
import type { Fault } from './acts.ts'
import type { SeenFault } from './history.ts'
import type { PlannedFault } from './plan.ts'
import { endLeases } from './recover.ts'
import type { ProcessName, World } from './world.ts'

export type Faults = {
  /** Called with the number of calls that have begun. */
  onCall: (count: number) => void
  /** Begins no further fault, and resolves when those that have begun are over and every process runs. */
  over: () => Promise<void>
  seen: SeenFault[]
}

const processNames = ['left', 'right', 'worker'] as const

/** Injects each fault of the plan after so many calls, one after the other. */
export function createFaults(world: World, planned: readonly PlannedFault[], nowMs: () => number): Faults {
  const waiting = [...planned]
  const seen: SeenFault[] = []
  let last = Promise.resolve()
  const begin = async (fault: Fault) => {
    const record: SeenFault = { fault, startMs: nowMs(), endMs: Number.POSITIVE_INFINITY }
    seen.push(record)
    await inject(world, fault)
    record.endMs = nowMs()
  }
  return {
    seen,
    onCall(count) {
      for (; waiting[0] && waiting[0].afterCalls <= count; waiting.shift()) {
        const { waitMs, fault } = waiting[0]
        last = Promise.all([last, sleep(waitMs)]).then(() => begin(fault))
      }
    },
    over() {
      // The reads after the recovery are calls too.
      waiting.length = 0
      return last
    },
  }
}

async function inject(world: World, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case 'kill':
      return world.replace(fault.node)
    case 'freeze':
      return freeze(world, [fault.node], () => sleep(fault.forMs))
    case 'cut database':
      return cutDatabase(world)
    case 'sleep':
      return freeze(world, fault.node === 'all' ? processNames : [fault.node], async () => {
        await sleep(fault.forMs / 4)
        await endLeases(world.installation.db)
        await sleep((fault.forMs * 3) / 4)
      })
  }
}

async function freeze(
  world: World,
  names: readonly ProcessName[],
  meanwhile: () => Promise<void>,
): Promise<void> {
  for (const name of names) world.process(name).signal('SIGSTOP')
  await meanwhile()
  for (const name of names) world.process(name).signal('SIGCONT')
}

/** As when the connections break: each backend rolls back its transaction. */
async function cutDatabase({ installation: { db } }: World): Promise<void> {
  await db.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = $1',
    [serviceRole],
  )
}
