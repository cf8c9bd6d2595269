import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { accountForPostgres } from '#lib/embedded-postgres/account.ts'
import { embeddedApp } from '../../../server/db/start-embedded.ts'
import { deployText } from '../deploy-files.ts'
import { freePort, listens } from '../free-port.ts'
import { descendantsOf } from '../process-tree.ts'
import { findProgram, type Program, startProgram } from '../programs.ts'
import { until } from '../until.ts'

/** A PostgreSQL of two members that fails over by itself, by `deploy/patroni/patroni.yaml`. */
export type Patroni = AsyncDisposable & {
  members: readonly [Member, Member]
  /**
   * Before 3.0.3 a primary that thaws may overwrite the lock of its successor, and then acknowledged commits are lost
   * (https://github.com/patroni/patroni/pull/2689).
   */
  takesLockBack: boolean
  /** Asks Patroni: null while there is no primary. */
  primary: () => Promise<Member | null>
  /** The primary and a standby that every commit waits for. */
  whenReplicated: () => Promise<{ primary: Member; standby: Member }>
  switchOver: (from: Member, to: Member) => Promise<void>
  /** Changes the configuration that both members follow. */
  configure: (change: object) => Promise<void>
}

export type Member = {
  name: string
  port: number
  restPort: number
  /** URL of a database by the superuser, on this member. */
  url: (database: string) => string
  /** Starts Patroni, which starts PostgreSQL. */
  start: () => void
  /** As when the machine loses power: Patroni, PostgreSQL and its processes get SIGKILL. */
  kill: () => Promise<void>
  freeze: () => void
  thaw: () => void
  output: () => string
}

/** The folder of the programs of PostgreSQL 15 to 18, or null. */
export function findPostgres(): string | null {
  const found = ['18', '17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin`)
  return found.find((folder) => fs.existsSync(path.join(folder, 'pg_basebackup'))) ?? null
}

const superuserPassword = 'SUPERUSER-PASSWORD'

/** The account of PostgreSQL must be able to enter `folder`. A member's data is in a folder of its name. */
export async function startPatroni(folder: string): Promise<Patroni> {
  await using opened = new AsyncDisposableStack()
  const etcd = await startEtcd(folder)
  opened.use(etcd.program)
  const members = [
    await createMember('db1', folder, etcd.port),
    await createMember('db2', folder, etcd.port),
  ] as const
  for (const member of members) {
    opened.defer(member.end)
    member.start()
  }
  const post = (member: Member, what: string, method: string, body: object) =>
    fetch(`http://127.0.0.1:${member.restPort}/${what}`, { method, body: JSON.stringify(body) })
  const primary = async () => {
    const named = (await readCluster(members))?.find(({ role }) => role === 'leader')?.name
    return members.find(({ name }) => name === named) ?? null
  }
  const all = opened.move()
  const version = execFileSync(findProgram('patroni') ?? 'patroni', ['--version'], { encoding: 'utf8' })
  return {
    members,
    takesLockBack: / ([012]\.|3\.0\.[012]\s)/.test(version),
    primary,
    async whenReplicated() {
      let found: { primary: Member; standby: Member } | null = null
      await until('there is a primary with a synchronous standby', async () => {
        found = replicated(members, await readCluster(members))
        return found !== null
      })
      return found as unknown as { primary: Member; standby: Member }
    },
    async switchOver(from, to) {
      const answer = await post(from, 'switchover', 'POST', { leader: from.name, candidate: to.name })
      if (!answer.ok) throw new Error(`the switch-over was refused: ${await answer.text()}`)
    },
    async configure(change) {
      const answer = await post((await primary()) ?? members[0], 'config', 'PATCH', change)
      if (!answer.ok) throw new Error(`the change was refused: ${await answer.text()}`)
    },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

type Role = { name: string; role: string; state: string }

/** As the first member that answers sees it. */
async function readCluster(members: readonly Member[]): Promise<Role[] | null> {
  for (const { restPort } of members) {
    const url = `http://127.0.0.1:${restPort}/cluster`
    // A frozen member may have sent the headers and not the rest.
    const read = async () => {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
      return answer.ok ? ((await answer.json()) as { members: Role[] }).members : null
    }
    const roles = await read().catch(() => null)
    if (roles) return roles
  }
  return null
}

function replicated(members: readonly Member[], roles: Role[] | null) {
  const as = (role: string, states: string[]) => {
    const named = roles?.find((each) => each.role === role && states.includes(each.state))?.name
    return members.find(({ name }) => name === named)
  }
  const primary = as('leader', ['running'])
  const standby = as('sync_standby', ['running', 'streaming'])
  return primary && standby ? { primary, standby } : null
}

async function startEtcd(folder: string): Promise<{ program: Program; port: number }> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const args = {
    name: 'etcd',
    'data-dir': path.join(folder, 'etcd'),
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `etcd=${peerUrl}`,
  }
  const program = startProgram(
    'etcd',
    Object.entries(args).map(([name, value]) => `--${name}=${value}`),
  )
  await until('etcd answers', () => {
    if (program.hasEnded()) throw new Error(program.output())
    return listens(port)
  })
  return { program, port }
}

type Created = Member & { end: () => Promise<void> }

async function createMember(name: string, parent: string, etcdPort: number): Promise<Created> {
  const [port, restPort] = [await freePort(), await freePort()]
  const account = accountForPostgres(undefined, embeddedApp)
  const folder = path.join(parent, name)
  const [data, file] = [path.join(folder, 'data'), path.join(folder, 'patroni.yaml')]
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(file, configOf({ name, folder, data, port, restPort, etcdPort }))
  if (account) for (const each of [folder, file]) fs.chownSync(each, account.uid, account.gid)
  fs.chmodSync(folder, 0o700)
  let patroni: Program | null = null
  let outputBefore = ''
  const processes = () => [
    ...(patroni && !patroni.hasEnded() ? [patroni.pid] : []),
    ...postgresProcesses(data),
  ]
  const member: Created = {
    name,
    port,
    restPort,
    url: (database) => `postgres://postgres:${superuserPassword}@127.0.0.1:${port}/${database}`,
    output: () => outputBefore + (patroni?.output() ?? ''),
    start() {
      outputBefore = member.output()
      // The file of its passwords is in the home folder, and each member has another content.
      patroni = startProgram('patroni', [file], { ...account, cwd: folder, env: { HOME: folder } })
    },
    async kill() {
      const killed = processes()
      for (const pid of killed) signal(pid, 'SIGKILL')
      await patroni?.kill()
      await until('PostgreSQL is gone', () => killed.every((pid) => !signal(pid, 0)))
    },
    freeze: () => processes().forEach((pid) => signal(pid, 'SIGSTOP')),
    thaw: () => processes().forEach((pid) => signal(pid, 'SIGCONT')),
    async end() {
      member.thaw()
      await patroni?.kill()
      const [postmaster] = postgresProcesses(data)
      // Ends at once and frees its shared memory.
      if (postmaster) signal(postmaster, 'SIGQUIT')
      await until('PostgreSQL has ended', () => !postmaster || !signal(postmaster, 0))
    },
  }
  return member
}

/** The postmaster first. */
function postgresProcesses(data: string): number[] {
  const file = path.join(data, 'postmaster.pid')
  const pid = fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : 0
  if (!(pid > 0) || !signal(pid, 0)) return []
  return [pid, ...descendantsOf(pid).map((each) => each.pid)]
}

/** False if there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

type Place = {
  name: string
  folder: string
  data: string
  port: number
  restPort: number
  etcdPort: number
}

const configOf = ({ name, folder, data, port, restPort, etcdPort }: Place): string =>
  deployText('patroni/patroni.yaml', [
    ['name: db1', `name: ${name}`],
    ['10.0.0.21:8008', `127.0.0.1:${restPort}`],
    ['10.0.0.21:5432', `127.0.0.1:${port}`],
    ['10.0.0.31:2379,10.0.0.32:2379,10.0.0.33:2379', `127.0.0.1:${etcdPort}`],
    ['10.0.0.0/24', '127.0.0.1/32'],
    ['/var/lib/postgresql/15/dray', data],
    ['/usr/lib/postgresql/15/bin', findPostgres() ?? ''],
    ['/var/run/postgresql', folder],
  ])
