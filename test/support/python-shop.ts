import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pythonEnv } from './python.ts'
import { until } from './until.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'examples', 'python-shop')

export type PythonShop = AsyncDisposable & {
  url: string
  /** File of its orders. */
  database: string
  output: () => string
}

/** Starts the example shop as a process: `await using shop = await startPythonShop({ url, apiKey })`. */
export async function startPythonShop(dray: { url: string; apiKey: string }): Promise<PythonShop> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'shop-'))
  const database = path.join(scratch, 'shop.db')
  const env = { DRAY_URL: dray.url, DRAY_API_KEY: dray.apiKey, PORT: '0', SHOP_DB: database }
  const child = spawn('python3', ['shop.py'], {
    cwd: folder,
    env: pythonEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close')
  const urlIn = () => /The shop is at (\S+)/.exec(output)?.[1]
  await until('the shop listens', () => urlIn() !== undefined || child.exitCode !== null)
  const url = urlIn()
  if (!url) throw new Error(`The shop ended during its start: ${output}`)
  return {
    url,
    database,
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      await rm(scratch, { recursive: true, force: true })
    },
  }
}
