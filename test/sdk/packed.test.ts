import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import test, { after } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { launchBrowser } from '../support/browser.ts'
import { startDray } from '../support/dray.ts'
import { countRows } from '../support/leftovers.ts'
import { closedPort, serveLocally } from '../support/local-server.ts'
import { startLosingProxy } from '../support/losing-proxy.ts'
import { consumer, readmeProgram, readmeSamples, typeConfigs } from '../support/sdk-consumer.ts'
import { packSdk } from '../support/sdk-package.ts'
import { type JourneyInput, runJourney, runtimes, whyNotRunning } from '../support/sdk-runtimes.ts'
import { installSdkTools, sdkTool } from '../support/sdk-tools.ts'

const root = path.join(import.meta.dirname, '../..')
const run = promisify(execFile)
const packed = await packSdk()
after(() => packed[Symbol.asyncDispose]())
const missingTools = await installSdkTools()
const skip = missingTools ?? false
const readPacked = (file: string) => readFile(path.join(packed.installed, file), 'utf8')

test('the SDK is one module of at most 6 kB gzipped, without imports', async () => {
  const text = await readPacked('dist/index.js')
  const bytes = gzipSync(text).length
  assert.ok(bytes <= 6_000, `${bytes} bytes`)
  assert.doesNotMatch(text, /^import |\bimport\(|\brequire\(|\bprocess\./m)
})

test('the package has the module, its declarations, its words and its licence, and no dependency', async () => {
  const files = await readdir(packed.installed, { recursive: true })
  const isInner = (file: string) => /^dist\/(?!index)[\w-]+\.d\.ts$/.test(file)
  assert.deepEqual(files.filter((file) => !isInner(file)).sort(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist',
    'dist/index.d.ts',
    'dist/index.js',
    'package.json',
  ])
  assert.doesNotMatch(await readPacked('package.json'), /ependencies|"scripts"/)
  assert.equal(await readPacked('LICENSE'), await readFile(path.join(root, 'LICENSE'), 'utf8'))
})

const compilers = {
  'TypeScript 7': { tsc: path.join(root, 'node_modules/typescript/bin/tsc'), skip: false },
  // It comes with are-the-types-wrong.
  'TypeScript 5': { tsc: sdkTool('typescript/bin/tsc'), skip },
}

for (const [compiler, { tsc, skip }] of Object.entries(compilers))
  for (const [name, options] of Object.entries(typeConfigs))
    test(`${compiler} compiles a project with ${name}, and the samples of the README`, { skip }, async () => {
      const compilerOptions = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, ...options }
      const config = { compilerOptions, files: ['shop.ts', 'readme.ts'] }
      const write = (file: string, text: string) => writeFile(path.join(packed.project, file), text)
      await write('shop.ts', consumer)
      await write('readme.ts', readmeSamples(await readPacked('README.md')))
      await write('tsconfig.json', JSON.stringify(config))
      const { stdout } = await run(process.execPath, [tsc, '-p', packed.project]).catch((error) => error)
      assert.equal(stdout, '')
    })

test('the program that the README begins with creates a job', async () => {
  await using app = await startDray()
  const { apiKey } = await app.partner()
  const text = readmeProgram(await readPacked('README.md')).replace('https://YOUR_SERVICE', app.url)
  await writeFile(path.join(packed.project, 'first.ts'), text)
  const env = { ...process.env, DRAY_API_KEY: apiKey }
  const { stdout } = await run(process.execPath, ['first.ts'], { cwd: packed.project, env })
  assert.match(stdout, /https?:\/\/\S+\/draft\/\w+\S* draft/)
  assert.equal((await countRows(app)).jobs, 1)
})

test('a CommonJS program loads the package by require', async () => {
  const text = `const { Dray } = require('@dray/sdk'); console.log(typeof Dray)`
  await writeFile(path.join(packed.project, 'main.cjs'), text)
  const { stdout } = await run(process.execPath, ['main.cjs'], { cwd: packed.project })
  assert.equal(stdout, 'function\n')
})

test('publint finds no fault in the package', { skip }, async () => {
  const cli = sdkTool('publint/src/cli.js')
  const { stdout } = await run(process.execPath, [cli, packed.installed, '--strict', '--pack', 'false'])
  assert.match(stdout, /All good/)
})

test('are-the-types-wrong finds no fault in the package', { skip }, async () => {
  const cli = sdkTool('@arethetypeswrong/cli/dist/index.js')
  const args = [cli, packed.tarball, '--profile', 'esm-only', '--no-color']
  const { stdout } = await run(process.execPath, args)
  // The other lines of its table are those that the profile leaves out.
  assert.match(stdout, /│ node16 \(from ESM\) +│ 🟢 \(ESM\)/)
  assert.match(stdout, /│ bundler +│ 🟢/)
  assert.doesNotMatch(stdout, /❌|💀/)
})

test('in a browser the SDK refuses to run, unless it is told otherwise', async () => {
  const text = await readPacked('dist/index.js')
  await using server = await serveLocally((request, response) => {
    const isModule = request.url === '/sdk.js'
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html')
    response.end(isModule ? text : '<!doctype html><title>shop</title>')
  })
  await using browser = await launchBrowser()
  const page = await browser.newPage()
  await page.goto(server.url)
  const build = (more: string) =>
    page.evaluate<string>(`import('/sdk.js').then(({ Dray }) => {
      try { return new Dray({ apiKey: 'k', baseUrl: 'https://dray.example' ${more} }).constructor.name }
      catch (error) { return error.message }
    })`)
  assert.match(await build(''), /browser/)
  assert.equal(await build(', dangerouslyAllowBrowser: true'), 'Dray')
})

const expectedErrors = {
  invalid: 'ValidationError',
  unknown: 'NotFoundError',
  duplicate: 'the job that was made',
  closed: 'ConnectionError',
  silent: 'TimeoutError',
  aborted: 'TimeoutError',
  redirecting: 'InvalidResponseError',
}

for (const [name, runtime] of Object.entries(runtimes))
  test(`in ${name} the package does every operation, recovers a lost response and shows no key`, async (t) => {
    const reason =
      (runtime.binary === process.execPath ? null : missingTools) ?? (await whyNotRunning(runtime))
    if (reason) return t.skip(reason)
    await using scene = await startScene()
    const { result, output } = await runJourney(runtime, { project: packed.project, input: scene.input })
    assert.deepEqual(result.errors, expectedErrors)
    assert.ok(result.total > 0)
    assert.deepEqual(
      [result.replayed, result.status, result.hasRequestId, result.limit],
      ['true', 'draft', true, 50],
    )
    assert.ok(!output.includes(scene.input.apiKey), 'the key is in nothing that was logged')
    const { jobs, texts } = await scene.rows()
    assert.deepEqual([jobs, texts], [1, 1])
  })

/** A Dray behind a proxy that loses the first response to a create, and the other addresses of a journey. */
async function startScene() {
  const stack = new AsyncDisposableStack()
  const app = stack.use(await startDray())
  const proxy = stack.use(await startLosingProxy(app.url))
  const silent = stack.use(await serveLocally(() => {}))
  const redirecting = stack.use(
    await serveLocally((_request, response) =>
      response.writeHead(308, { location: `${app.url}/v1/jobs` }).end(),
    ),
  )
  proxy.lose('POST /v1/jobs', 'cut')
  const input: JourneyInput = {
    apiKey: (await app.partner({ rateLimit: 50 })).apiKey,
    baseUrl: proxy.url,
    reference: 'order-1',
    closed: `http://127.0.0.1:${await closedPort()}`,
    silent: silent.url,
    redirecting: redirecting.url,
  }
  return { input, rows: () => countRows(app), [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
