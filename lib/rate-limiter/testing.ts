import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectRedisLimiter } from './redis-limiter.ts'
import type { Order, Report } from './redis-node.fixture.ts'

const present = spawnSync('redis-server', ['--version']).status === 0
export const skip = present ? false : 'redis-server IS NOT INSTALLED: the shared rate limit was NOT tested'
if (skip) console.warn(skip)

export const keyPrefix = 'test:rate:'
/** A log that drops its lines. */
export const quiet = { info: () => {}, warn: () => {} }
/** Connects a limiter that is stopped at the end of the test, even if the test fails. */
export async function connectFor(t: TestContext, settings: { url: string; windowMs?: number }) {
  const limiter = await connectRedisLimiter({ ...settings, keyPrefix, answerMs: 5000, log: quiet })
  t.after(() => limiter.stop())
  return limiter
}

export const allowedOf = (reports: Report[]) =>
  reports.flatMap((report) => report.answers).filter((answer) => answer.allowed)

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a Redis server and waits until it accepts connections. */
export async function startRedis(port: number) {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'], cwd: '/' })
  let said = ''
  for await (const part of redis.stdout) {
    said += String(part)
    if (said.includes('Ready to accept connections')) break
  }
  assert.match(said, /Ready to accept connections/)
  return redis
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

type NodeProcess = { take: (order: Order) => Promise<Report>; end: () => Promise<void> }

/** Starts a process with a limiter. */
export async function startNode(url: string, windowMs: number, answerMs?: number): Promise<NodeProcess> {
  const script = new URL('./redis-node.fixture.ts', import.meta.url)
  const child = fork(script, [url, windowMs, answerMs ?? 200].map(String))
  await once(child, 'message')
  return {
    take: async (order) => {
      const answer = once(child, 'message')
      child.send(order)
      const [report] = (await answer) as [Report]
      return report
    },
    end: () => end(child),
  }
}

/** Polls until the condition is true. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 200; looks++) {
    if (await condition()) return
    await sleep(50)
  }
  assert.fail('not within 10 s')
}

/** Starts two nodes that share a new Redis server. */
export async function startPair(windowMs: number) {
  const port = await freePort()
  const redis = await startRedis(port)
  const url = `redis://127.0.0.1:${port}`
  const nodes = [await startNode(url, windowMs), await startNode(url, windowMs)] as const
  const take = (node: 0 | 1, calls: number) => nodes[node].take({ subject: 'key:a', limit: 100, calls })
  const both = () => Promise.all([take(0, 150), take(1, 150)])
  const close = () => Promise.all([end(redis), ...nodes.map((node) => node.end())])
  const joined = () => until(async () => !(await take(0, 1)).degraded && !(await take(1, 1)).degraded)
  return { port, redis, take, both, joined, close }
}
