import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../server/config/read-config.ts'
import { doctor } from '../../server/doctor/doctor.ts'
import { compose } from '../../server/start/compose.ts'
import { createLog } from '../../server/start/log.ts'

/** Dray on the benchmark's database, with the log level and settings of production. */
const connectionString = process.env.DATABASE_URL ?? ''
const env = {
  DATABASE_URL: connectionString,
  DATA_DIR: path.join(tmpdir(), 'dray-bench-data'),
  BASE_URL: 'http://127.0.0.1:8080',
  NODE_ENV: 'production',
}
const config = readConfig(env)
const dray = await compose(config, {
  connection: { connectionString },
  log: createLog('info'),
  secretKey: randomBytes(32),
  settings: { env, file: null, fromFile: [], warnings: [] },
  doctor,
  showOutbox: null,
})
await dray.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => 'listening' })
// As `start/run.ts` does: the log of calls is part of what a call costs.
setInterval(() => void dray.activity.flush(), 1_000)
process.on('SIGINT', () => process.exit(0))
process.send?.({ port: (dray.app.server.address() as { port: number }).port })
