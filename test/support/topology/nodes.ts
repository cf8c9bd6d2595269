import { freePort } from '../free-port.ts'
import { type DrayProcess, type Start, startProcess } from '../process.ts'

/** Two processes that serve and one that works. */
export type Nodes = AsyncDisposable & {
  serve: readonly [Node, Node]
  work: Node
}

/** A process, and the next one in its place. */
export type Node = {
  port: number
  running: () => DrayProcess
  /** As a roll-out does: SIGTERM, the end, the next one is ready. */
  restart: () => Promise<void>
  /** Starts the next one after `running().kill()`. */
  start: () => Promise<void>
}

/** `flags` are those of Node. */
export async function startNodes(env: Record<string, string>, flags: readonly string[]): Promise<Nodes> {
  await using opened = new AsyncDisposableStack()
  const start = async (role: 'serve' | 'work', isFirstStart = false) => {
    const node = await startNode({ role, env, node: [process.execPath, ...flags] }, isFirstStart)
    opened.defer(() => node.running()[Symbol.asyncDispose]())
    return node
  }
  // The first one migrates.
  const first = await start('serve', true)
  const [second, work] = await Promise.all([start('serve'), start('work')])
  const all = opened.move()
  return { serve: [first, second], work, [Symbol.asyncDispose]: () => all[Symbol.asyncDispose]() }
}

async function startNode(given: Omit<Start, 'port'>, isFirstStart: boolean): Promise<Node> {
  const how = { ...given, port: await freePort() }
  let running = await startProcess({ ...how, isFirstStart })
  const start = async () => {
    await running[Symbol.asyncDispose]()
    running = await startProcess(how)
  }
  return {
    port: how.port,
    running: () => running,
    start,
    async restart() {
      running.signal('SIGTERM')
      const { code } = await running.ended
      if (code !== 0) throw new Error(`${how.role} ended with ${code}\n${running.output.stderr}`)
      await start()
    },
  }
}
