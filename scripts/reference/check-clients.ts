import path from 'node:path'
import type { TestDray } from '../../test/support/dray.ts'
import { type Result, resultOf } from './result.ts'
import { type Ran, runNode, runTool, toolFile, type Work } from './tools.ts'

const compiler = path.join(import.meta.dirname, '../../node_modules/.bin/tsc')

/**
 * Generates the clients, compiles them together with the stories of `test/third-party/clients` under the strictest
 * settings, and runs the stories against Dray.
 */
export async function checkClients(work: Work, app: TestDray): Promise<Result[]> {
  const results = [await compileClients(work)]
  for (const name of ['openapi-typescript', 'hey-api']) results.push(await runStory(work, app, name))
  return results
}

const compileClients = (work: Work): Promise<Result> =>
  resultOf('Generated clients, compiled strictly', async () => {
    const types = ['openapi-typescript', 'openapi.json', '--output=clients/generated/openapi-typescript.ts']
    const client = ['openapi-ts', `--file=${toolFile('hey-api.config.mjs')}`]
    const violations = [
      ...failed('hey-api', await runTool(work, client)),
      ...failed('openapi-typescript', await runTool(work, types)),
      ...failed('tsc', await runNode(work, [compiler, '--project', 'clients', ...inexact])),
      ...failed('tsc, exact', await runNode(work, [compiler, '--project', 'clients', '--noEmit'])).filter(
        isOfDocument,
      ),
    ]
    return { covered: 'openapi-typescript and hey-api', violations }
  })

const inexact = ['--exactOptionalPropertyTypes', 'false']

/**
 * The files that hey-api adds to every client do not compile with `exactOptionalPropertyTypes`, for any document. With
 * it, only what is generated from our document counts: types, operations and stories; without it, all files do.
 */
const isOfDocument = (line: string): boolean =>
  line.includes('error TS') && !/generated\/hey-api\/(client|core)\//.test(line)

const runStory = (work: Work, app: TestDray, name: string): Promise<Result> =>
  resultOf(`Stories with the client of ${name}`, async () => {
    const { apiKey } = await app.partner({ mode: 'test' })
    const limited = await app.partner({ mode: 'test', rateLimit: 1 })
    const env = { DRAY_URL: app.url, DRAY_KEY: apiKey, DRAY_LIMITED_KEY: limited.apiKey }
    const ran = await runNode(work, [`clients/compiled/${name}.js`], env)
    return { covered: 'estimate, create, status, and 400, 401, 404 and 429', violations: failed(name, ran) }
  })

const failed = (name: string, { code, stdout, stderr }: Ran): string[] =>
  code === 0
    ? []
    : `${stdout}\n${stderr}`
        .trim()
        .split('\n')
        .map((line) => `${name}: ${line}`)
