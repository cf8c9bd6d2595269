import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort, listens } from './free-port.ts'
import { until } from './until.ts'

type TestRedis = AsyncDisposable & { url: string; stop: () => Promise<void> }

/** Starts a Redis on a random port; null if `redis-server` is not installed. */
export async function startRedis(): Promise<TestRedis | null> {
  const port = await freePort()
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  )
  const started = await Promise.race([
    once(child, 'spawn').then(() => true),
    once(child, 'error').then(() => false),
  ]).catch(() => false)
  if (!started) return null
  const ended = once(child, 'exit')
  await until('Redis answers', () => listens(port))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { url: `redis://127.0.0.1:${port}`, stop, [Symbol.asyncDispose]: stop }
}
