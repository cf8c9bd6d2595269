import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Pool } from 'pg'
import { Agent, fetch as fetchOverTls } from 'undici'
import { startSession } from '../../../server/accounts/session-store.ts'
import { closeDatabase, type Database, openDatabase } from '../../../server/db/database.ts'
import { newId } from '../../../server/lib/ids.ts'
import { balancers } from '../balancers.ts'
import { type DeployedPgBouncer, startDeployedPgBouncer } from '../deployed-pgbouncer.ts'
import { newPartner, type TestPartner, wideCodeCaps } from '../dray.ts'
import { newPhone } from '../no-secrets.ts'
import { type PhotoHost, startPhotoHost } from '../photo-host.ts'
import { missingPrograms, type Program } from '../programs.ts'
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts'
import { type SmsProviderStub, startSmsProvider } from '../sms-provider.ts'
import { until } from '../until.ts'
import { type DataBalancer, startDataBalancer } from './data-balancer.ts'
import { type Nodes, startNodes } from './nodes.ts'
import type { Send } from './open-load.ts'
import { findPostgres, type Patroni, startPatroni } from './patroni.ts'
import { type RedisPair, startRedisPair } from './redis-pair.ts'

/** Everything that an installation on several machines has, by the files of `deploy/`, on ports of this machine. */
export type Topology = AsyncDisposable & {
  patroni: Patroni
  redis: RedisPair
  pgbouncer: DeployedPgBouncer
  dataBalancer: DataBalancer
  httpBalancer: Program
  nodes: Nodes
  env: Record<string, string>
  /** The disk of each member of Patroni; null where nothing can be mounted. */
  disks: { db1: SmallDisk; db2: SmallDisk } | null
  /** The database on the primary, for a test to read everything. */
  database: Database
  sms: SmsProviderStub
  photos: PhotoHost
  partner: TestPartner
  session: string
  /** Of the balancer, with a self-signed certificate. */
  url: string
  /** Through the balancer. */
  send: Send
}

const programs = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'redis-server', 'openssl']

/** Why it does not run: it takes minutes, so it runs where it is asked for; and this machine may lack its programs. */
export const topologyMissing: string | false =
  (!process.env.LONG_FAULTS && 'NOT RUN: it takes minutes; set LONG_FAULTS=1, as the nightly run does') ||
  missingPrograms(...programs) ||
  (!findPostgres() && 'NOT RUN: this machine has no programs of PostgreSQL')

const password = 'password-of-dray'

export type TopologyOptions = {
  /** False: the members of Patroni share the disk of this machine. */
  hasSmallDisks?: boolean
  /** Of Node, for the nodes. */
  flags?: readonly string[]
}

/** `more` are settings of the nodes. */
export async function startTopology(
  more: Record<string, string> = {},
  { hasSmallDisks = true, flags = [] }: TopologyOptions = {},
): Promise<Topology> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dray-topology-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o777)
  const redis = opened.use(await startRedisPair(folder))
  const disks = hasSmallDisks ? mountDisks(folder, opened) : null
  const patroni = opened.use(await startPatroni(folder))
  const dataBalancer = opened.use(await startDataBalancer({ folder, patroni, redis }))
  const secret = await createRole(patroni)
  const databaseUrl = `postgres://dray:${password}@127.0.0.1:${dataBalancer.postgresPort}/dray`
  const pgbouncer = opened.use(await startDeployedPgBouncer({ folder, url: databaseUrl, secret }))
  const [sms, photos] = [opened.use(await startSmsProvider()), opened.use(await startPhotoHost())]
  const env = {
    ...pgbouncer.env,
    ...sms.env,
    ...photos.env,
    ...wideCodeCaps,
    REDIS_URL: dataBalancer.redisUrl,
    NODES: '2',
    DATA_DIR: path.join(folder, 'dray'),
    NODE_ENV: 'production',
    BASE_URL: 'https://dray.example',
    TRUST_PROXY: '127.0.0.1',
    SMS_DAILY_CAP_PER_NUMBER: '10000',
    ...more,
  }
  const nodes = opened.use(await startNodes(env, flags))
  const addresses = nodes.serve.map(({ port }) => `127.0.0.1:${port}`) as [string, string]
  const http = await balancers.haproxy.start({ folder, nodes: addresses })
  opened.use(http.program)
  const database = openDatabase({
    connection: { connectionString: databaseUrl },
    maxConnections: 4,
    onError: () => {},
  })
  opened.defer(() => closeDatabase(database))
  const agent = opened.adopt(new Agent({ connect: { rejectUnauthorized: false } }), (each) => each.destroy())
  const send = senderTo(http.url, agent)
  await until('the balancer reaches a node', () =>
    send('/health/serving').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  const partner = await newPartner(database, 'dray', { options: {}, call: send })
  const session = await newSession(database)
  const all = opened.move()
  return {
    ...{ patroni, redis, pgbouncer, dataBalancer, httpBalancer: http.program, nodes, env, disks },
    ...{ database, sms, photos, partner, session, url: http.url, send },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

function mountDisks(folder: string, opened: AsyncDisposableStack): Topology['disks'] {
  const mount = (name: string) => {
    const disk = mountSmallDisk(path.join(folder, name), 512)
    return disk && opened.use(disk)
  }
  const [db1, db2] = [mount('db1'), mount('db2')]
  return db1 && db2 && { db1, db2 }
}

/** Without the check against the document, because a balancer's refusal is in no document. */
function senderTo(url: string, agent: Agent): Send {
  return async (target, { method, headers, body } = {}) => {
    const response = await fetchOverTls(url + target, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      dispatcher: agent,
      // Longer than any response of Dray takes.
      signal: AbortSignal.timeout(30_000),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const { status } = response
    return {
      status,
      headers: response.headers as unknown as Headers,
      text,
      body: text && isJson ? JSON.parse(text) : text,
    }
  }
}

async function newSession({ kysely }: Database): Promise<string> {
  const accountId = newId()
  await kysely.insertInto('account').values({ id: accountId, phone: newPhone(), language: 'es' }).execute()
  return startSession(kysely, { accountId, kind: 'native', device: 'test' })
}

/** Creates Dray's role and database. @returns its secret, as PgBouncer reads it. */
async function createRole(patroni: Patroni): Promise<string> {
  const { primary } = await patroni.whenReplicated()
  const pool = new Pool({ connectionString: primary.url('postgres'), max: 1 })
  try {
    await pool.query(`create role dray login password '${password}'`)
    await pool.query(`create database dray owner dray encoding 'UTF8' template template0`)
    const { rows } = await pool.query<{ secret: string }>(
      `select rolpassword as secret from pg_authid where rolname = 'dray'`,
    )
    return rows[0]?.secret ?? ''
  } finally {
    await pool.end()
  }
}
