import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../server/config/read-config.ts'
import { doctor } from '../../server/doctor/doctor.ts'
import { compose, type Dray } from '../../server/start/compose.ts'
import { createLog } from '../../server/start/log.ts'

/** Dray on the benchmark's database, with the log level and settings of production, and `more` environment. */
export function composeDray(connectionString: string, more: Record<string, string> = {}): Promise<Dray> {
  const env = {
    DATABASE_URL: connectionString,
    DATA_DIR: path.join(tmpdir(), 'dray-bench-data'),
    BASE_URL: 'http://127.0.0.1:8080',
    NODE_ENV: 'production',
    ...more,
  }
  return compose(readConfig(env), {
    connection: { connectionString },
    log: createLog('info'),
    secretKey: randomBytes(32),
    settings: { env, file: null, fromFile: [], warnings: [] },
    doctor,
    showOutbox: null,
  })
}
