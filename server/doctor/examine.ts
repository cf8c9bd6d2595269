import { type Config, ConfigError, readConfig } from '../config.ts'
import { connectDatabase, type DataHome } from '../connect-database.ts'
import { closeDatabase, type Database, openDatabase } from '../db/database.ts'
import { type Check, fail, ok, reasonOf } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkDataFolder, checkNode } from './machine.ts'
import { checkPayments } from './payments.ts'
import { checkPhotoDecoder, checkPhotoStorage } from './photos.ts'
import { checkGeocoders, checkRouters } from './places.ts'
import { checkApps, checkLinks, checkSms } from './reach.ts'
import { checkRedis } from './redis.ts'

type Env = Record<string, string | undefined>

/**
 * Looks at everything Dray needs, beside a running server or without one. One after the other: what they measure should
 * not be each other. Nobody is texted, and nothing is kept.
 */
export async function examine(env: Env): Promise<Check[]> {
  const node = checkNode(process.versions.node)
  const config = readSafely(env)
  if (config instanceof ConfigError) return [node, ...config.faults.map(faultOf)]
  return [
    node,
    ok('configuration', 'every setting is understood'),
    await checkDataFolder(config),
    ...(await withHome(config, async (database) => [
      ...(await checkGeocoders(config, database)),
      ...(await checkPayments(config, database)),
    ])),
    ...(await checkRouters(config)),
    await checkPhotoStorage(config),
    await checkPhotoDecoder(),
    ...(await checkRedis(config)),
    await checkSms(config),
    checkLinks(config, env),
    checkApps(config),
  ]
}

function readSafely(env: Env): Config | ConfigError {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

const faultOf = (fault: string): Check =>
  fail(
    'configuration',
    fault,
    'Mend it and run the doctor again: the rest is looked at with a configuration that is whole',
  )

/** The database's checks, then those that need it; these go on without it. */
async function withHome(
  config: Config,
  work: (database: Database | null) => Promise<Check[]>,
): Promise<Check[]> {
  let home: DataHome
  try {
    home = await connectDatabase(config, 'command', () => {})
  } catch (error) {
    const mend = 'Do what it says, or set DATABASE_URL to a PostgreSQL of your own'
    return [fail('database', reasonOf(error), mend), ...(await work(null))]
  }
  const { connection } = home
  const database = openDatabase({ connection, maxConnections: 2, onError: () => {} })
  try {
    const checks = await checkDatabase(database)
    const isUsable = checks.some(({ name, status }) => name === 'schema' && status === 'ok')
    return [...checks, ...(await work(isUsable ? database : null))]
  } finally {
    await closeDatabase(database)
    await home.stop()
  }
}
