import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Connection, closeDatabase, type Database, openDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { grantService } from '../../server/db/service-role.ts'
import { throughPort } from './pgbouncer.ts'

/**
 * The connections of the superuser, for a test to prepare and read everything. `serviceUrl` is for Dray, as in an
 * installation: its role owns no table.
 */
export type TestDatabase = Database & {
  url: string
  serviceUrl: string
  connections: Connections
} & AsyncDisposable

/** How Dray is connected: as the service, with `npm test -- --pooled` through a pooler. */
type Connections = { connection: Connection; directConnection: Connection; env: Record<string, string> }

/** With `npm test -- --pooled`: why a test of connections without a pooler is skipped. */
export const pooledSkip = process.env.TEST_POOLER_PORT ? 'runs through a pooler' : false

export const serviceRole = 'dray_test_service'

/** URL of the PostgreSQL that `test/run.ts` has started, or of the one in `TEST_DATABASE_URL`. */
export function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test` or `node test/run.ts FILE`')
  return url
}

/** Creates a migrated database, which is dropped on dispose: `await using db = await createDatabase()`. */
export async function createDatabase(): Promise<TestDatabase> {
  const template = await ensureTemplate()
  const name = `dray_test_${randomBytes(6).toString('hex')}`
  await asAdmin((admin) => admin.query(`create database ${name} template ${template} strategy file_copy`))
  const url = urlOf(name)
  const database = openDatabase({
    connection: { connectionString: url },
    maxConnections: 10,
    onError: () => {},
  })
  return {
    ...database,
    url,
    serviceUrl: asService(url),
    connections: connectionsTo(asService(url)),
    async [Symbol.asyncDispose]() {
      await closeDatabase(database)
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** A template is copied because that is faster than migrating; the first test file creates the template. */
async function ensureTemplate(): Promise<string> {
  const name = process.env.TEST_TEMPLATE_DATABASE ?? `dray_template_${process.ppid}`
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(4711)')
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    await admin.query(`create database ${name}_new encoding 'UTF8' template template0`)
    const database = openDatabase({
      connection: { connectionString: urlOf(`${name}_new`) },
      maxConnections: 2,
      onError: () => {},
    })
    await migrate(database.kysely)
    await admin.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${serviceRole}') then
        create role ${serviceRole} login password '${serviceRole}';
      end if;
    end $$`)
    await grantService(database.kysely, serviceRole)
    await closeDatabase(database)
    await admin.query(`alter database ${name}_new rename to ${name}`)
  })
  return name
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: serverUrl() })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

function asService(url: string): string {
  const service = new URL(url)
  service.username = serviceRole
  service.password = serviceRole
  return service.href
}

function connectionsTo(serviceUrl: string): Connections {
  const { TEST_POOLER_PORT: port, TEST_POOLER_PREPARED: DB_PREPARED = 'off' } = process.env
  const directConnection = { connectionString: serviceUrl }
  if (!port) return { connection: directConnection, directConnection, env: { DATABASE_URL: serviceUrl } }
  const connectionString = throughPort(serviceUrl, Number(port))
  return {
    connection: { connectionString, unprepared: DB_PREPARED === 'off' },
    directConnection,
    env: { DATABASE_URL: connectionString, DATABASE_DIRECT_URL: serviceUrl, DB_PREPARED },
  }
}

function urlOf(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}
