import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { Account } from './account.ts'
import type { App } from './app.ts'
import { adoptPostmaster } from './postmaster.ts'
import { runningPostmaster } from './postmaster-file.ts'
import { type EmbeddedOptions, startPostgres } from './start.ts'

export const app: App = {
  name: 'shop',
  title: 'Shop',
  remedies: {
    otherPostgres: 'set DATABASE_URL',
    otherFolder: 'set DATA_DIR to another folder',
    otherVersion: 'restore a backup',
  },
}

/** For tests only: not durable, so creating a cluster is much faster. */
export const fast = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '16MB',
  max_wal_size: '64MB',
  min_wal_size: '2MB',
}

export const isRoot = process.getuid?.() === 0
export const nobody = { uid: 65534, gid: 65534 }

/** Another account must be able to enter every folder above the files that it runs: the checkout, and Node itself. */
const isOpenToOthers = (file: string): boolean =>
  file === path.dirname(file) ||
  ((fs.statSync(file).mode & 0o001) !== 0 && isOpenToOthers(path.dirname(file)))

const folders = [import.meta.dirname, path.dirname(fs.realpathSync(process.execPath))]

/** Options for tests that run the checkout's files as another account, which needs root and a readable checkout. */
export const needsAnotherAccount = {
  skip: !isRoot
    ? 'needs root'
    : !folders.every(isOpenToOthers) && 'the checkout is below a folder that only its owner may enter',
}

export type Folder = { data: string; path: string } & AsyncDisposable

/** A temporary folder that every account can enter. At the end, processes still running in it are stopped by pid. */
export function tempFolder(name = 'data', owner?: Account): Folder {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postgres-test-'))
  fs.chmodSync(folder, 0o711)
  if (owner) fs.chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, name)
  return {
    path: folder,
    data,
    async [Symbol.asyncDispose]() {
      await stopPostmasterOf(data)
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function stopPostmasterOf(dataDir: string): Promise<void> {
  const left = runningPostmaster(path.join(dataDir, 'postgres'))
  if (left) await adoptPostmaster(left).stop()
}

export const postmasterPid = (dataDir: string) => runningPostmaster(path.join(dataDir, 'postgres'))?.pid

export const start = (dataDir: string, more: Partial<EmbeddedOptions> = {}) =>
  startPostgres({ app, dataDir, owner: 'server', log: () => {}, settings: fast, ...more })

export type Started = { connection: ClientConfig; dataDir: string; adopted: boolean }
export type Child = {
  pid: number
  started: Promise<Started>
  kill: (signal: NodeJS.Signals) => Promise<void>
} & AsyncDisposable

const program = `
  const [file, options] = process.argv.slice(1)
  const { startPostgres } = await import(file)
  try {
    const postgres = await startPostgres({ ...JSON.parse(options), log() {} })
    process.on('SIGTERM', () => postgres.stop())
    process.on('SIGUSR2', () => process.exit(3))
    console.log(JSON.stringify({ ...postgres, pid: process.pid }))
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }))
  }`

/** Starts PostgreSQL in a separate Node process until SIGTERM. SIGUSR2 ends the process without `stop()`. */
export function startInChild(
  options: { dataDir: string; owner?: 'server' | 'command'; app?: App },
  { account, env }: { account?: Account; env?: Record<string, string> } = {},
): Child {
  const file = path.join(import.meta.dirname, 'start.ts')
  const given = JSON.stringify({ app, owner: 'server', settings: fast, ...options })
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, file, given], {
    ...account,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const started = firstAnswer(child)
  started.catch(() => {})
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return { pid: child.pid as number, started, kill, [Symbol.asyncDispose]: () => kill('SIGTERM') }
}

async function firstAnswer(child: ChildProcess): Promise<Started> {
  for await (const line of createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })) {
    const { error, ...started } = JSON.parse(line) as Started & { error?: string }
    if (error !== undefined) throw new Error(error)
    return started
  }
  throw new Error('the process ended without a word')
}

export async function query(connection: ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** Writes a random value. @returns a function that reads the value back and compares it. */
export async function keep(connection: ClientConfig): Promise<(later: ClientConfig) => Promise<void>> {
  const answer = randomInt(1_000_000_000)
  await query(connection, `drop table if exists kept; create table kept as select ${answer} as answer`)
  return async (later) => assert.deepEqual(await query(later, 'select answer from kept'), [{ answer }])
}

/** Polls until the condition is true. The timeout of the test ends the wait otherwise. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20)
}
