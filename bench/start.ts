import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { median } from './support/median.ts'
import type { Result } from './support/result.ts'

const bin = path.join(import.meta.dirname, '..', 'bin', 'dray.mjs')

/** Time from the command to the first 200 of `/health/ready`, with existing data. */
export async function run(): Promise<Result[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dray-bench-'))
  try {
    await startOnce(dataDir, 18_080)
    const seconds: number[] = []
    for (const port of [18_081, 18_082, 18_083]) seconds.push(await startOnce(dataDir, port))
    const value = median(seconds)
    return [
      {
        name: 'second start until ready, seconds',
        value,
        goal: '< 1.5',
        detail: seconds.map((s) => s.toFixed(2)).join(', '),
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string, port: number): Promise<number> {
  const begunAt = performance.now()
  const child = spawn(process.execPath, [bin, 'start'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '' },
    stdio: 'ignore',
  })
  const ended = new Promise((done) => child.once('exit', done))
  await untilReady(port, child)
  const seconds = (performance.now() - begunAt) / 1_000
  child.kill('SIGINT')
  await ended
  return seconds
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the start ended with ${child.exitCode}`)
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
    if (response?.ok) return
    await new Promise((done) => setTimeout(done, 10))
  }
}
