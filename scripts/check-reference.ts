import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { withPostgres } from '../test/runner/with-postgres.ts'
import { startDray, type TestDray } from '../test/support/dray.ts'
import { startImageHost } from '../test/support/image-host.ts'
import { checkClients } from './reference/check-clients.ts'
import { checkPortman, checkPostmanFiles } from './reference/check-collections.ts'
import { checkPrism } from './reference/check-prism.ts'
import { checkRedocly, checkSpectral } from './reference/check-rules.ts'
import { checkWhole } from './reference/check-whole.ts'
import { startPrism } from './reference/prism.ts'
import { type Result, report, resultOf } from './reference/result.ts'
import { installTools, openWork, type Work } from './reference/tools.ts'

/**
 * `npm run check:reference [-- --whole]`: tools of other projects read the reference document, and use it against a
 * running Dray. Prints a line for each with the number of violations; exits with 1 if there is one. `--whole` also runs
 * all tests of the spec and shows each of their exchanges to Prism, which takes some minutes. Only the installation of
 * the tools uses the network.
 */
const { values } = parseArgs({ options: { whole: { type: 'boolean', default: false } } })
const results: Result[] = []
const add = (...more: Result[]): void => {
  for (const result of more) report(result)
  results.push(...more)
}

installTools()
await withPostgres(async (env) => {
  using work = openWork()
  Object.assign(process.env, env)
  await using pictures = await startImageHost()
  await using app = await startDray({
    BASE_URL: 'https://dray.example',
    PHOTO_SOURCES_ALLOWED: pictures.host,
  })
  add(await checkDocument(work, app))
  add(await checkRedocly(work), await checkSpectral(work))
  add(await checkPortman(work, app, `${pictures.url}/red.jpg`), await checkPostmanFiles(work, app))
  add(...(await checkClients(work, app)))
  await using prism = await startPrism(work)
  add(await checkPrism(prism, app))
  if (values.whole) add(await checkWhole(prism))
})
const count = results.reduce((sum, { violations }) => sum + violations.length, 0)
console.log(`\n${results.length} checks, ${count} violations`)
process.exitCode = count > 0 ? 1 : 0

/** The tools read the document of the running Dray, which must be the committed one. */
function checkDocument(work: Work, app: TestDray): Promise<Result> {
  return resultOf('The document of the running Dray', async () => {
    const served = await (await fetch(`${app.url}/docs/openapi.json`)).text()
    writeFileSync(work.file('openapi.json'), served)
    const committed = readFileSync(path.join(import.meta.dirname, '../docs/openapi.json'), 'utf8')
    const isSame = isDeepStrictEqual(JSON.parse(served), JSON.parse(committed))
    return {
      covered: `${served.length} characters`,
      violations: isSame ? [] : ['docs/openapi.json is not the document that Dray serves: npm run gen'],
    }
  })
}
