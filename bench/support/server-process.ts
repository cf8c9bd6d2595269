import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export type ServerProcess = AsyncDisposable & {
  url: string
  cpuSeconds: () => number
  residentBytes: () => number
}

/** Runs a server of `bench/servers/` in a separate process, so that its CPU time excludes the load generator's. */
export async function startServer(file: string, env: Record<string, string>): Promise<ServerProcess> {
  const child = fork(path.join(import.meta.dirname, '..', 'servers', file), {
    execArgv: file === 'dray.ts' ? operatingFlags() : [],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { port } = await new Promise<{ port: number }>((done, fail) => {
    child.once('message', (message) => done(message as { port: number }))
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    cpuSeconds: () => cpuSeconds(child),
    residentBytes: () => Number(procFile(child, 'statm').split(' ')[1]) * 4_096,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The Node flags of `npm run serve`, so that the benchmark measures the production setup. */
function operatingFlags(): string[] {
  const text = readFileSync(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { serve: string } }
  return scripts.serve.split(' ').filter((word) => word.startsWith('--'))
}

const procFile = (child: ChildProcess, name: string): string =>
  readFileSync(`/proc/${child.pid}/${name}`, 'utf8')

/** User and system CPU time from the kernel, which counts in ticks of 10 ms. */
function cpuSeconds(child: ChildProcess): number {
  const fields = procFile(child, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
