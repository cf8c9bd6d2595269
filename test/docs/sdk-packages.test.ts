import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after } from 'node:test'
import { promisify } from 'node:util'
import { packSdks } from '../../scripts/pack-sdks.ts'
import { exampleBaseUrl, servePages } from '../support/pages.ts'
import { pythonEnv, pythonMissing } from '../support/python.ts'

const run = promisify(execFile)
const folder = await mkdtemp(path.join(tmpdir(), 'dray-packages-'))
await packSdks(path.join(folder, 'dist/docs/sdk'))
const site = await servePages({ webDist: path.join(folder, 'dist') })
after(async () => {
  await site[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** The address that a command of the page about the SDKs installs from, on this server. */
async function packageUrl(command: string): Promise<string> {
  const page = await (await fetch(`${site.origin}/docs/sdks.md`)).text()
  const url = page.split(`\n${command} `)[1]?.split('\n')[0] ?? ''
  assert.match(url.replace(exampleBaseUrl, ''), /^\/docs\/sdk\/dray[-_]sdk-\d+\.\d+\.\d+\.(tgz|tar\.gz)$/)
  return url.replace(exampleBaseUrl, site.origin)
}

test('docs: npm installs the TypeScript SDK from the address on the page, without a registry', async () => {
  const url = await packageUrl('npm install')
  const cwd = await mkdtemp(path.join(folder, 'npm-'))
  await writeFile(path.join(cwd, 'package.json'), '{"name":"shop","private":true,"type":"module"}')
  const env = { ...process.env, npm_config_cache: path.join(folder, 'cache'), npm_config_audit: 'false' }
  await run('npm', ['install', '--ignore-scripts', '--no-fund', url], { cwd, env })
  const code = "import { Dray } from '@dray/sdk'; console.log(typeof Dray)"
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd })
  assert.equal(stdout, 'function\n')
})

test('docs: the folder of the packages is not found', async () => {
  for (const place of ['/docs/sdk/', '/docs/sdk'])
    assert.equal((await fetch(site.origin + place)).status, 404)
})

test('docs: the Python SDK at the address on the page is a source package that imports', {
  skip: pythonMissing,
}, async () => {
  const url = await packageUrl('pip install')
  const name = path.basename(url)
  await writeFile(path.join(folder, name), Buffer.from(await (await fetch(url)).arrayBuffer()))
  await run('tar', ['-xzf', name], { cwd: folder })
  const cwd = path.join(folder, path.basename(name, '.tar.gz'))
  const { stdout } = await run('ls', [], { cwd })
  assert.deepEqual(
    stdout.split('\n').slice(0, -1).sort(),
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'pyproject.toml', 'src'].sort(),
  )
  const env = { ...pythonEnv({}), PYTHONPATH: path.join(cwd, 'src') }
  const imported = await run('python3', ['-c', 'import dray; print(dray.Dray.__name__)'], {
    cwd: folder,
    env,
  })
  assert.equal(imported.stdout, 'Dray\n')
})

test('docs: equal sources are packed to equal bytes', async () => {
  await packSdks(path.join(folder, 'again'))
  for (const command of ['npm install', 'pip install']) {
    const url = await packageUrl(command)
    const { stdout } = await run('cmp', [
      path.join(folder, 'again', path.basename(url)),
      path.join(folder, 'dist/docs/sdk', path.basename(url)),
    ])
    assert.equal(stdout, '')
  }
})
