import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { freePort, listens } from './free-port.ts'
import { findProgram } from './programs.ts'
import { until } from './until.ts'

/** Whether the installed PgBouncer can keep prepared statements by transaction, as version 1.21 and later. */
export function canKeepPrepared(): boolean {
  const program = findProgram('pgbouncer')
  if (!program) return false
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return !/^PgBouncer 1\.(\d|1\d|20)\./.test(stdout)
}

/** Settings of a PgBouncer, and those of Dray behind it: statements have names where it can keep them. */
export const preparedIfPossible = () =>
  canKeepPrepared()
    ? { pooler: { max_prepared_statements: 1_000 }, dray: { DB_PREPARED: 'on' } }
    : { pooler: {}, dray: { DB_PREPARED: 'off' } }

export type PgBouncer = AsyncDisposable & {
  port: number
  process: ChildProcess
  /** The same database through the pooler. */
  pooled: (url: string) => string
}

type Options = { mode?: 'transaction' | 'session'; settings?: Record<string, string | number> }

/**
 * Starts a PgBouncer before the server of `url`, for its user and for `users` with the same password as name; null if
 * `pgbouncer` is not installed.
 */
export async function startPgBouncer(
  url: string,
  users: readonly string[],
  { mode = 'transaction', settings = {} }: Options = {},
): Promise<PgBouncer | null> {
  const program = findProgram('pgbouncer')
  if (!program) return null
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-pgbouncer-'))
  const port = await freePort()
  const { host, port: serverPort, user, password } = new Client({ connectionString: url })
  const all = {
    [user ?? '']: password ?? '',
    ...Object.fromEntries(users.map((each) => [each, each])),
  }
  const ini = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: path.join(folder, 'users'),
    pool_mode: mode,
    max_client_conn: 2_000,
    default_pool_size: 20,
    // By default, as the versions that cannot.
    ...(canKeepPrepared() && { max_prepared_statements: 0 }),
    ...settings,
  }
  const lines = Object.entries(ini).map(([name, value]) => `${name} = ${value}`)
  const config = path.join(folder, 'pgbouncer.ini')
  fs.writeFileSync(
    config,
    `[databases]\n* = host=${host} port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  fs.writeFileSync(
    ini.auth_file,
    Object.entries(all)
      .map(([name, word]) => `"${name}" "${word}"\n`)
      .join(''),
  )
  fs.chmodSync(folder, 0o755)
  // It refuses to run as root, and the socket of the tests' PostgreSQL is for its account alone.
  const { uid, gid } = fs.statSync(host.startsWith('/') ? host : folder)
  const account = process.getuid?.() === 0 ? { uid: uid || 65_534, gid: gid || 65_534 } : {}
  const child = spawn(program, ['-q', config], { stdio: 'ignore', ...account })
  await once(child, 'spawn')
  const ended = once(child, 'exit')
  await until('PgBouncer answers', () => listens(port))
  return {
    port,
    process: child,
    pooled: (of) => throughPort(of, port),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The URL with this port of 127.0.0.1 instead of its server. */
export function throughPort(url: string, port: number): string {
  const pooled = new URL(url)
  pooled.host = `127.0.0.1:${port}`
  pooled.search = ''
  return pooled.href
}
