import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Client } from 'pg'
import { createInstallation, type Installation } from './installation.ts'
import { newPhone } from './no-secrets.ts'
import { type Ran, runCommand } from './process.ts'
import { until } from './until.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** The JSON of `dray drill restore`; its members are always the same. */
export type DrillReport = {
  verdict: string
  reason: string | null
  fault_counts: Record<string, number>
  scratch_databases_dropped: string[]
  seconds: Record<string, number | null>
}

export type DrillScene = AsyncDisposable & {
  installation: Installation
  /** A backup of it. */
  file: string
  run: (args: string[], env?: Record<string, string>) => Promise<Ran & { report: DrillReport | null }>
  hold: (args: string[], nameOf: () => Promise<string | undefined>) => Promise<HeldDrill>
}

/** An installation with a job, and a backup of it. */
export async function openDrillScene(): Promise<DrillScene> {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await createInstallation())
  await using _node = await installation.start('serve')
  const partner = await installation.partner()
  assert.equal((await partner.create({ customer_phone: newPhone() })).status, 201)
  const file = path.join(installation.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], installation.env)).code, 0)
  const all = opened.move()
  return {
    installation,
    file,
    async run(args, env = {}) {
      const ran = await runCommand(['drill', 'restore', ...args, '--json'], { ...installation.env, ...env })
      return { ...ran, report: ran.stdout ? (JSON.parse(ran.stdout) as DrillReport) : null }
    },
    hold: (args, nameOf) => holdDrill(installation, args, nameOf),
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

export type HeldDrill = AsyncDisposable & {
  child: ChildProcess
  ended: Promise<Ran>
  name: string
  /** Ends the lock. */
  release: () => Promise<void>
}

/** Starts a drill and stops it where it has made its database, by a lock that it waits for. */
async function holdDrill(
  { db, env }: Installation,
  args: string[],
  nameOf: () => Promise<string | undefined>,
): Promise<HeldDrill> {
  const child = spawn(process.execPath, [path.join(root, 'bin/dray.mjs'), 'drill', 'restore', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text))
  const ended = once(child, 'close').then(([code]) => ({ code: (code as number | null) ?? -1, ...output }))
  let name: string | undefined
  await until('it has made its database', async () => (name = await nameOf()) !== undefined)
  const url = new URL(db.url)
  url.pathname = `/${name}`
  const holder = new Client({ connectionString: url.href })
  holder.on('error', () => {})
  await holder.connect()
  await until('it has a table', async () => {
    const { rows } = await holder.query(`select where to_regclass('kysely_migration') is not null`)
    return rows.length > 0
  })
  await holder.query('begin; lock table kysely_migration in access exclusive mode')
  return {
    child,
    ended,
    name: name ?? '',
    release: () => holder.end(),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await holder.end().catch(() => {})
    },
  }
}
