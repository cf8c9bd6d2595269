import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deployText } from './deploy-files.ts'
import { freePort, listens } from './free-port.ts'
import { canKeepPrepared } from './pgbouncer.ts'
import { type Program, startProgram } from './programs.ts'
import { until } from './until.ts'

/** PgBouncer by `deploy/pgbouncer/pgbouncer.ini`, with the settings of Dray that its comments name. */
export type DeployedPgBouncer = AsyncDisposable & {
  env: { DATABASE_URL: string; DATABASE_DIRECT_URL: string; DB_PREPARED?: string }
  program: () => Program
  /** Starts it again after `program().kill()`. */
  start: () => Promise<void>
}

type Place = {
  /** A folder that every account can enter. */
  folder: string
  /** A URL without a socket folder: PgBouncer runs as another account. */
  url: string
  /** The line of `userlist.txt` has the password, or its secret from `pg_authid`. */
  secret?: string
}

export async function startDeployedPgBouncer({ folder, url, secret }: Place): Promise<DeployedPgBouncer> {
  const { username, password, hostname, port: serverPort, pathname } = new URL(url)
  const port = await freePort()
  const users = path.join(folder, 'userlist.txt')
  await writeFile(users, `"${username}" "${secret ?? decodeURIComponent(password)}"\n`)
  const isOld = !canKeepPrepared()
  const file = path.join(folder, 'pgbouncer.ini')
  const server = `host=${hostname} port=${serverPort} dbname=${pathname.slice(1)}`
  const text = deployText('pgbouncer/pgbouncer.ini', [
    ['host=10.0.0.21 port=5432 dbname=dray', server],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', users],
    // As the file says for versions before 1.21.
    ['\nmax_prepared_statements = 1000', isOld ? '' : '\nmax_prepared_statements = 1000'],
  ])
  await writeFile(file, text)
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const launch = async () => {
    const started = startProgram('pgbouncer', [file], nobody)
    await until('PgBouncer listens', () => {
      if (started.hasEnded()) throw new Error(started.output())
      return listens(port)
    })
    return started
  }
  let program = await launch()
  const pooled = `postgres://${username}:${password}@127.0.0.1:${port}/dray`
  return {
    env: {
      DATABASE_URL: pooled,
      DATABASE_DIRECT_URL: url,
      ...(isOld && { DB_PREPARED: 'off' }),
    },
    program: () => program,
    start: async () => {
      program = await launch()
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  }
}
