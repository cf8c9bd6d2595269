import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { writeWebPages } from './app-page.ts'

/** The server process of `npm run dev`: `dray start` with the page of the web app that loads Vite's client. */
enableCompileCache()
// Ends this process if the parent process was killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))

// The code is loaded while the server before this one stops; then the parent sends a message.
const isFree = once(process, 'message')
const { loadSettings } = await import('../../server/config/load-settings.ts')
const { doctor } = await import('../../server/doctor/doctor.ts')
const { consoleLog } = await import('../../server/start/log.ts')
const { createLog } = await import('../../server/start/log.ts')
const { inEnglish } = await import('../../server/texts/coded.ts')
const { run } = await import('../../server/start/run.ts')
await import('../../server/start/compose.ts')
await isFree

const settings = loadSettings(process.env)
// `scripts/dev.ts` sets both.
const { DATA_DIR = '', LOG_LEVEL = 'info' } = process.env
const webDist = path.join(DATA_DIR, 'web')
writeWebPages(webDist)
const lines = consoleLog((text) => void process.stderr.write(text))
const log = createLog(LOG_LEVEL, lines.write)
for (const warning of settings.warnings) log.warn(inEnglish(warning))
const onStarted = () => {
  lines.release()
  process.send?.('started')
}
await run('start', settings, { log, doctor, onStarted, development: { webDist } })
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
  .finally(lines.release)
process.exit()
