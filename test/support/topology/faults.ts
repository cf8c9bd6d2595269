import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TcpProxy } from '../tcp-proxy.ts'
import { until } from '../until.ts'
import type { Node } from './nodes.ts'
import type { OpenLoad } from './open-load.ts'
import type { Member } from './patroni.ts'
import type { Topology } from './start.ts'

/* Each fault ends where it does not end without an operator: a supervisor starts again what was killed. */

export async function restartAll({ nodes }: Topology): Promise<void> {
  for (const node of nodes.serve) {
    await node.restart()
    // The other one may stop only then.
    await until('the balancer sends requests to it', () => servesPartners(node))
  }
  await nodes.work.restart()
}

async function servesPartners({ port }: Node): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  return /^dray_http_request_seconds_count\{.*route="\/v1\//m.test(await answer.text())
}

export async function killNode({ nodes }: Topology): Promise<void> {
  await nodes.serve[0].running().kill()
  await sleep(2_000)
  await nodes.serve[0].start()
}

export async function switchOver({ patroni }: Topology): Promise<void> {
  const { primary, standby } = await patroni.whenReplicated()
  await patroni.switchOver(primary, standby)
  await untilPrimary({ patroni }, standby)
  await patroni.whenReplicated()
}

export async function killPgBouncer({ pgbouncer }: Topology): Promise<void> {
  await pgbouncer.program().kill()
  await sleep(2_000)
  await pgbouncer.start()
}

export async function killRedis({ redis, nodes }: Topology): Promise<void> {
  const isDegraded = async (wanted: 0 | 1) => {
    const states = nodes.serve.map(async ({ port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
      return (await answer.text()).includes(`dray_rate_limit_degraded ${wanted}\n`)
    })
    return (await Promise.all(states)).every(Boolean)
  }
  assert.ok(await isDegraded(0))
  await redis.killFirst()
  await until('each node counts for itself', () => isDegraded(1))
  await until('the other Redis has the counters', () => isDegraded(0))
  await redis.startFirst()
}

export async function cutBucket(proxy: TcpProxy): Promise<void> {
  await proxy.refuse()
  await sleep(5_000)
  await proxy.accept()
}

export async function killPrimary({ patroni }: Topology): Promise<void> {
  const { primary, standby } = await patroni.whenReplicated()
  await primary.kill()
  await untilPrimary({ patroni }, standby)
  primary.start()
  await patroni.whenReplicated()
}

export async function freezePrimary({ patroni }: Topology): Promise<void> {
  const { primary, standby } = await patroni.whenReplicated()
  primary.freeze()
  await untilPrimary({ patroni }, standby)
  if (patroni.takesLockBack) {
    // As a watchdog does.
    await primary.kill()
    primary.start()
  } else primary.thaw()
  await patroni.whenReplicated()
}

export async function killStandby({ patroni }: Topology, load: OpenLoad): Promise<void> {
  const { standby } = await patroni.whenReplicated()
  await standby.kill()
  await untilCreates(load, 'the primary goes on alone', (outcome) => outcome === 'good')
  standby.start()
  await patroni.whenReplicated()
}

/** Commits that the standby has not got must not be acknowledged. */
export async function freezeStandby({ patroni }: Topology, load: OpenLoad): Promise<void> {
  const { primary, standby } = await patroni.whenReplicated()
  standby.freeze()
  await untilCreates(load, 'creates that waited for the standby were answered', () => true)
  await primary.kill()
  standby.thaw()
  await untilPrimary({ patroni }, standby)
  primary.start()
  await patroni.whenReplicated()
}

export async function fillDisk({ patroni, disks }: Topology): Promise<void> {
  const { primary } = await patroni.whenReplicated()
  const disk = disks?.[primary.name as 'db1' | 'db2']
  disk?.fill()
  await sleep(8_000)
  disk?.free()
  await patroni.whenReplicated()
}

type Outcome = OpenLoad['calls'][number]['outcome']

/** Three creates that were sent from now on came to it. */
async function untilCreates(load: OpenLoad, what: string, matches: (outcome: Outcome) => boolean) {
  const from = performance.now()
  const seen = () =>
    load.calls.filter((call) => call.kind === 'create' && call.sentAtMs > from && matches(call.outcome))
  await until(what, () => seen().length >= 3)
}

const untilPrimary = ({ patroni }: Pick<Topology, 'patroni'>, member: Member) =>
  until(`${member.name} is the primary`, async () => (await patroni.primary()) === member)
