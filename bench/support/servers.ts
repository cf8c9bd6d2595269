import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '../../test/support/free-port.ts'
import { type ServerProcess, sentUrl, startProgram, untilReady } from './server-process.ts'

const root = path.join(import.meta.dirname, '..', '..')

export type DrayOptions = {
  /** `start` also runs the background tasks. */
  role?: 'serve' | 'start'
  env?: Record<string, string>
  /** Runs the sources instead of the bundle, and can be profiled: names and files are then real. */
  profiled?: boolean
}

/**
 * Dray as `npm run serve` runs it: the command, the bundle, the flags of Node, the log at level info, the metrics. Its
 * data folder is the one of the bench (`DATA_DIR`), because a database accepts only the secret key it was first used
 * with.
 */
export async function startDray(
  databaseUrl: string,
  { role = 'serve', env = {}, profiled = false }: DrayOptions = {},
): Promise<ServerProcess> {
  const url = `http://127.0.0.1:${await freePort()}`
  const port = new URL(url).port
  const program = {
    file: path.join(root, profiled ? 'server/cli/main.ts' : 'bin/dray.mjs'),
    args: [role],
    flags: [...operatingFlags(), ...(profiled ? profilingFlags() : [])],
    // All load comes from one address.
    env: {
      ...{ NODE_ENV: 'production', DATABASE_URL: databaseUrl, BASE_URL: url, PORT: port },
      ...{ CONNECTIONS_PER_ADDRESS: '2000', ...env },
    },
  }
  return startProgram(program, async (child) => {
    await untilReady(child, `${url}/health/ready`)
    return url
  })
}

/** The baseline: `node:http` and `pg` alone. */
export const startBare = (databaseUrl: string): Promise<ServerProcess> =>
  startProgram(
    { file: path.join(root, 'bench/servers/bare.ts'), env: { DATABASE_URL: databaseUrl } },
    sentUrl,
  )

/** The steps that `npm start` and `npm run serve` do first. */
export function prepareDray(): void {
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  execFileSync(process.execPath, ['scripts/prepare.mjs', '--if-stale'], { cwd: root, stdio: [...stdio] })
}

/** The Node flags of `npm run serve`, so the benchmark measures the production setup. */
export function operatingFlags(): string[] {
  const text = readFileSync(path.join(root, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { serve: string } }
  return scripts.serve.split(' ').filter((word) => word.startsWith('--'))
}

export const profilingFlags = (): string[] => [
  '--import',
  pathToFileURL(path.join(root, 'bench/profile/preload.ts')).href,
]
