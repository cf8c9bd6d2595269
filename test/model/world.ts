import { freePort } from '../support/free-port.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import type { DrayProcess } from '../support/process.ts'
import { startRedis } from '../support/redis.ts'
import type { NodeName } from './acts.ts'
import type { LimitIs } from './history.ts'

export type ProcessName = NodeName | 'worker'

/** Two nodes and a worker on one database, which all histories share. */
export type World = AsyncDisposable & {
  installation: Installation
  urlOf: (node: NodeName) => string
  process: (name: ProcessName) => DrayProcess
  /** Kills the process with SIGKILL and starts another in its place. Resolves when that is ready. */
  replace: (name: ProcessName) => Promise<void>
  /** How the nodes have counted calls since `shareLimits`. */
  limitIs: () => LimitIs
  /** Replaces the nodes that count calls alone since they lost Redis. */
  shareLimits: () => Promise<void>
}

/** `folder`: the checkout from which the processes are started; this one by default. */
export async function openWorld({ folder }: { folder?: string } = {}): Promise<World> {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await createInstallation())
  const redis = opened.use(await startRedis())
  const env = {
    BASE_URL: 'http://dray.test',
    NODES: '2',
    RATE_LIMIT_PER_MINUTE: '100000',
    CARRIER_OPEN_JOBS: '100',
    ...(redis && { REDIS_URL: redis.url }),
  }
  const ports = { left: installation.port, right: await freePort(), worker: await freePort() }
  const start = (name: ProcessName) =>
    installation.start(name === 'worker' ? 'work' : 'serve', {
      env,
      port: ports[name],
      ...(folder && { folder }),
    })
  const processes = new Map<ProcessName, DrayProcess>()
  opened.defer(
    async () => void (await Promise.all([...processes.values()].map((each) => each[Symbol.asyncDispose]()))),
  )
  const begin = async (name: ProcessName) => void processes.set(name, await start(name))
  await begin('left')
  await Promise.all([begin('right'), begin('worker')])
  const running = (name: ProcessName): DrayProcess => {
    const found = processes.get(name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }
  let hasLostRedis = false
  const isAlone = (node: NodeName) => running(node).output.stdout.includes(outOfReach)
  const replace = async (name: ProcessName) => {
    hasLostRedis ||= name !== 'worker' && isAlone(name)
    await running(name)[Symbol.asyncDispose]()
    await begin(name)
  }
  const all = opened.move()
  return {
    installation,
    urlOf: (node) => `http://127.0.0.1:${ports[node]}`,
    process: running,
    replace,
    limitIs: () => (!redis ? 'apart' : hasLostRedis || nodeNames.some(isAlone) ? 'bounded' : 'exact'),
    async shareLimits() {
      await Promise.all(nodeNames.filter(isAlone).map(replace))
      hasLostRedis = false
    },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

const nodeNames = ['left', 'right'] as const

/** What a node logs when it has to limit calls without the other one. */
const outOfReach = 'Redis is out of reach'
