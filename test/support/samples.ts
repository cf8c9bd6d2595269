import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildSdk } from '../../scripts/build-sdk.ts'
import { sampleLanguages } from '../../server/http/pages/docs/guide-source.ts'
import type { TestDray } from './dray.ts'
import { pythonEnv } from './python.ts'
import { toolOf } from './sample-tools.ts'

const root = path.join(import.meta.dirname, '../..')
const folder = path.join(root, 'docs/guide/samples')

/** Where the samples of a call are in the guide: the page, and their place among the samples of the page. */
const placeOf: Record<string, { page: string; at: number }> = {
  estimate: { page: 'estimate', at: 0 },
  create: { page: 'create', at: 0 },
  status: { page: 'status', at: 0 },
  poll: { page: 'status', at: 1 },
  'create-once': { page: 'once', at: 0 },
}

/** The sample of a call in a language, as it is on the page that the server sends. */
async function sampleText(guideUrl: string, { call, file }: Pick<Sample, 'call' | 'file'>): Promise<string> {
  const { page, at } = placeOf[call] ?? { page: '', at: 0 }
  const { name, fence } = sampleLanguages.find((language) => language.file === file) ?? {
    name: '',
    fence: '',
  }
  const response = await fetch(`${guideUrl}/docs/${page}.md`)
  const blocks = (await response.text()).split(`\n\`\`\`${fence} ${name}\n`).slice(1)
  const text = blocks[at]?.split('\n```\n')[0]
  if (text === undefined) throw new Error(`The page ${page} has no sample of ${call} in ${name}`)
  return `${text}\n`
}

/** The calls, each with its files. */
export function sampleFiles(): Record<string, string[]> {
  const calls = globSync('*', { cwd: folder }).sort()
  return Object.fromEntries(
    calls.map((call) => [call, globSync('*', { cwd: path.join(folder, call) }).sort()]),
  )
}

/** What takes the place of the placeholders. */
export type SampleValues = { baseUrl: string; apiKey: string; jobId?: string }

export type SampleRun = { code: number; stdout: string; stderr: string }

/** A folder in which the samples run as in a project of a partner: `@dray/sdk` and `dray` are installed. */
export type SampleProject = AsyncDisposable & {
  run: (call: string, file: string, values: SampleValues) => Promise<SampleRun>
}

/** @param guide a Dray whose pages have the samples; its `BASE_URL` is that of `startDray`. */
export async function startSampleProject(guide: Pick<TestDray, 'url'>): Promise<SampleProject> {
  const project = await mkdtemp(path.join(tmpdir(), 'dray-samples-'))
  const sdk = path.join(project, 'node_modules/@dray/sdk')
  await buildSdk(path.join(sdk, 'dist'))
  await cp(path.join(root, 'sdk/typescript/package.json'), path.join(sdk, 'package.json'))
  return {
    run: async (call, file, values) => {
      const text = await sampleText(guide.url, { call, file })
      return runSample(project, { call, file, values, text })
    },
    [Symbol.asyncDispose]: () => rm(project, { recursive: true, force: true }),
  }
}

type Sample = { call: string; file: string; values: SampleValues; text: string }

async function runSample(project: string, { call, file, values, text }: Sample): Promise<SampleRun> {
  const { command, fileName = file, beside = {} } = toolOf(file)
  const cwd = await mkdtemp(path.join(project, `${call}-`))
  const code = filledIn(text, values)
  for (const [name, content] of Object.entries({ ...beside, [fileName]: code }))
    await writeFile(path.join(cwd, name), content)
  const [binary, args] = command(fileName)
  return new Promise((resolve) => {
    const options = { cwd, env: pythonEnv({ DOTNET_CLI_TELEMETRY_OPTOUT: '1' }), timeout: 240_000 }
    execFile(binary, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) || 1 : 0, stdout, stderr }),
    )
  })
}

/** Replaces only the placeholders, and the pause of five minutes between polls, which becomes a second. */
const filledIn = (text: string, { baseUrl, apiKey, jobId = 'JOB_ID' }: SampleValues): string =>
  text
    .replaceAll('http://dray.test', baseUrl)
    .replaceAll('YOUR_TEST_KEY', apiKey)
    .replaceAll('JOB_ID', jobId)
    .replaceAll(
      /\b(pause(?:Ms)?\b.*?)\b300(_000)?\b/gi,
      (_all, before: string, thousand = '') => `${before}1${thousand}`,
    )
