import { test } from 'node:test'
import { createReporter } from '../support/topology/fault-report.ts'
import * as faults from '../support/topology/faults.ts'
import { startTopology, topologyMissing } from '../support/topology/start.ts'

/* Each takes most of a minute: after a failover the other member has to be a synchronous standby again. */
const skip = process.env.LONG_FAULTS
  ? topologyMissing
  : 'NOT RUN: it takes four minutes; set LONG_FAULTS=1, as the nightly run does'

test('Reliability: failovers of PostgreSQL under load', { skip, timeout: 560_000 }, async (t) => {
  await using topology = await startTopology()
  const { report, printTable } = createReporter(topology)
  const cannotMount = !topology.disks && 'NOT RUN: this machine lets no test mount a small disk'
  for (const [name, cause, missing = false] of [
    ['primary killed', faults.killPrimary],
    ['primary frozen until another took over', faults.freezePrimary],
    ['standby killed', faults.killStandby],
    ['standby frozen, then primary killed', faults.freezeStandby],
    ['disk of the primary full for 8 s', faults.fillDisk, cannotMount],
  ] as const)
    await t.test(name, { skip: missing }, async () => void (await report(name, cause)))
  printTable()
})
