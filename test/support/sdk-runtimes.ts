import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sdkTool } from './sdk-tools.ts'

const run = promisify(execFile)

/** What a journey needs of the test. */
export type JourneyInput = {
  apiKey: string
  baseUrl: string
  reference: string
  /** Addresses of a port that refuses connections, a server that never answers, and one that redirects. */
  closed: string
  silent: string
  redirecting: string
}

/** What a journey reports. */
export type JourneyResult = {
  total: number
  replayed: string | null
  status: string
  hasRequestId: boolean
  limit: number
  errors: Record<string, string>
}

type Runtime = {
  binary: string
  /** The program that starts the journey, and the arguments that run it in its folder. */
  files: (journey: string) => Record<string, string>
  args: string[]
}

const script = (journey: string) => ({ 'main.mjs': `${journey}\nawait journey()\n` })

/** The runtimes in which the SDK is tested beside Chromium. All but the first are binaries for Linux on x64. */
export const runtimes: Record<string, Runtime> = {
  'this Node.js': { binary: process.execPath, files: script, args: ['main.mjs'] },
  'the oldest Node.js': { binary: sdkTool('node-22/bin/node'), files: script, args: ['main.mjs'] },
  Deno: {
    binary: sdkTool('@deno/linux-x64-glibc/deno'),
    files: script,
    args: [
      'run',
      '--no-prompt',
      '--cached-only',
      '--node-modules-dir=manual',
      '--allow-net=127.0.0.1',
      'main.mjs',
    ],
  },
  Bun: { binary: sdkTool('@oven/bun-linux-x64/bin/bun'), files: script, args: ['run', 'main.mjs'] },
  workerd: {
    binary: sdkTool('@cloudflare/workerd-linux-64/bin/workerd'),
    files: (journey) => ({
      'worker.mjs': `${journey}\nexport default { test: journey }\n`,
      'workerd.capnp': workerConfig,
    }),
    args: ['test', 'workerd.capnp'],
  },
}

const workerConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["private"])),
  ],
);
const main :Workerd.Worker = (
  modules = [
    (name = "worker.mjs", esModule = embed "worker.mjs"),
    (name = "@dray/sdk", esModule = embed "node_modules/@dray/sdk/dist/index.js"),
  ],
  compatibilityDate = "2026-06-01",
);
`

/** @returns why the binary does not run on this machine, or null */
export async function whyNotRunning({ binary }: Runtime): Promise<string | null> {
  return run(binary, ['--version'], { timeout: 60_000 }).then(
    () => null,
    (error: Error) => `NOT RUN: the binary does not start on this machine (${error.message.split('\n')[0]})`,
  )
}

/** Runs the journey in a project with the SDK. @returns its result, and all that it wrote */
export async function runJourney(
  { binary, files, args }: Runtime,
  { project, input }: { project: string; input: JourneyInput },
): Promise<{ result: JourneyResult; output: string }> {
  for (const [name, text] of Object.entries(files(journeyText(input))))
    await writeFile(path.join(project, name), text)
  const env = {
    ...process.env,
    NO_COLOR: '1',
    DENO_DIR: path.join(project, 'deno'),
    DENO_NO_UPDATE_CHECK: '1',
  }
  const { stdout, stderr } = await run(binary, args, { cwd: project, env, timeout: 120_000 })
  const output = stdout + stderr
  const line = /RESULT (\{.*\})/.exec(output)?.[1]
  if (!line) throw new Error(`the journey did not end:\n${output}`)
  return { result: JSON.parse(line) as JourneyResult, output }
}

/**
 * A program of a partner: each operation, lost responses, each kind of error, and a log of all that could be logged.
 */
const journeyText = (input: JourneyInput): string => `
import { Dray } from '@dray/sdk'

const { apiKey, baseUrl, reference, closed, silent, redirecting } = ${JSON.stringify(input)}

async function journey() {
  const dray = new Dray({ apiKey, baseUrl })
  console.log(dray, JSON.stringify(dray))
  const trip = {
    size: 'S',
    pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
    dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  }
  const job = { ...trip, external_reference: reference, title: 'Lamp', customer_phone: '+34612345678' }
  const estimate = await dray.estimate(trip)
  const { data, headers, requestId, rateLimit } = await dray.createJob(job).withResponse()
  const { status } = await dray.waitFor(data.job_id, ['posted', 'draft'])
  const errors = {}
  const elsewhere = (url) => new Dray({ apiKey, baseUrl: url, maxRetries: 0 })
  const calls = {
    invalid: () => dray.estimate({ ...trip, size: 'none' }),
    unknown: () => dray.getJob('01890000-0000-7000-8000-000000000000'),
    duplicate: () => dray.createJob(job),
    closed: () => elsewhere(closed).estimate(trip),
    silent: () => elsewhere(silent).estimate(trip, { timeoutMs: 100, signal: new AbortController().signal }),
    aborted: () => elsewhere(silent).estimate(trip, { signal: AbortSignal.timeout(100) }),
    redirecting: () => elsewhere(redirecting).createJob(job),
  }
  for (const [name, call] of Object.entries(calls))
    errors[name] = await call().then(() => 'no error', (error) => {
      console.log(error, JSON.stringify(error), error.stack)
      return error.jobId === data.job_id ? 'the job that was made' : error.name
    })
  const result = {
    total: estimate.total_customer_pays_eur,
    replayed: headers.get('idempotent-replayed'),
    status,
    hasRequestId: requestId !== null,
    limit: rateLimit.limit,
    errors,
  }
  console.log('RESULT ' + JSON.stringify(result))
}
`
