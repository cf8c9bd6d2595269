import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after } from 'node:test'
import { promisify } from 'node:util'
import { packSdks } from '../../scripts/pack-sdks.ts'
import { exampleBaseUrl, servePages } from '../support/pages.ts'
import { pythonMissing, venvMissing } from '../support/python.ts'

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
  assert.match(
    url.replace(exampleBaseUrl, ''),
    /^\/docs\/sdk\/dray[-_]sdk-\d+\.\d+\.\d+(\.tgz|-py3-none-any\.whl)$/,
  )
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

const python = path.join(import.meta.dirname, '../../sdk/python')

test('docs: pip installs the Python SDK from the address on the page, without a package index', {
  skip: venvMissing,
}, async () => {
  const url = await packageUrl('pip install')
  const cwd = await mkdtemp(path.join(folder, 'pip-'))
  // Without the settings of this machine, which may name an index or a proxy.
  const env = { PATH: process.env['PATH'], HOME: cwd, PIP_CONFIG_FILE: '/dev/null', PYTHONUTF8: '1' }
  const installed = path.join(cwd, 'venv/bin/python')
  await run('python3', ['-m', 'venv', 'venv'], { cwd, env })
  await run(installed, ['-m', 'pip', 'install', '--no-index', url], { cwd, env })
  const code = `
import dray, importlib.metadata, json
metadata = importlib.metadata.metadata("dray-sdk")
print(json.dumps({"imported": dray.__version__, **dict(metadata.items())}))
`
  const { stdout } = await run(installed, ['-c', code], { cwd, env })
  const found = JSON.parse(stdout) as Record<string, string>
  const pyproject = await readFile(path.join(python, 'pyproject.toml'), 'utf8')
  const valueOf = (field: string) => new RegExp(`^${field} = "(.+)"$`, 'm').exec(pyproject)?.[1]
  assert.match(url, new RegExp(`/dray_sdk-${found['imported']}-py3`))
  assert.equal(found['Version'], found['imported'])
  assert.equal(found['Name'], valueOf('name'))
  assert.equal(found['Summary'], valueOf('description'))
  assert.equal(found['License-Expression'], valueOf('license'))
  assert.equal(found['Requires-Python'], valueOf('requires-python'))
  assert.equal(found['Description'], await readFile(path.join(python, 'README.md'), 'utf8'))
})

test('docs: the wheel has the files of the Python package, and its RECORD their hashes', {
  skip: pythonMissing,
}, async () => {
  const url = await packageUrl('pip install')
  const cwd = await mkdtemp(path.join(folder, 'wheel-'))
  const name = path.basename(url)
  await writeFile(path.join(cwd, name), Buffer.from(await (await fetch(url)).arrayBuffer()))
  const tested = await run('python3', ['-m', 'zipfile', '-t', name], { cwd })
  assert.equal(tested.stdout, 'Done testing\n')
  await run('python3', ['-m', 'zipfile', '-e', name, 'unzipped'], { cwd })
  const unzipped = path.join(cwd, 'unzipped')
  const contentOf = (file: string) => readFile(path.join(unzipped, file))

  const source = path.join(python, 'src')
  const files = filesUnder(source).filter((file) => !file.includes('__pycache__'))
  assert.ok(files.includes('dray/py.typed'))
  for (const file of files) assert.deepEqual(await contentOf(file), await readFile(path.join(source, file)))

  const info = name.replace('-py3-none-any.whl', '.dist-info')
  const described = ['METADATA', 'WHEEL', 'licenses/LICENSE'].map((file) => `${info}/${file}`)
  const recorded = [...files, ...described].map(async (file) => {
    const content = await contentOf(file)
    const hash = createHash('sha256').update(content).digest('base64url')
    return `${file},sha256=${hash},${content.length}`
  })
  const rows = (await contentOf(`${info}/RECORD`)).toString().trimEnd().split('\n')
  assert.deepEqual(rows.sort(), [...(await Promise.all(recorded)), `${info}/RECORD,,`].sort())
  assert.deepEqual(filesUnder(unzipped), [...files, ...described, `${info}/RECORD`].sort())
})

const filesUnder = (cwd: string): string[] =>
  globSync('**', { cwd, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(cwd, path.join(entry.parentPath, entry.name)))
    .sort()

test('docs: equal sources are packed to equal bytes, also in another time zone', async () => {
  const again = path.join(folder, 'again')
  const module = path.join(import.meta.dirname, '../../scripts/pack-sdks.ts')
  const code = `import { packSdks } from '${module}'; await packSdks('${again}')`
  const env = { ...process.env, TZ: 'Pacific/Auckland' }
  await run(process.execPath, ['--input-type=module', '-e', code], { env })
  for (const command of ['npm install', 'pip install']) {
    const name = path.basename(await packageUrl(command))
    const [first, second] = [path.join(folder, 'dist/docs/sdk', name), path.join(again, name)]
    assert.ok((await readFile(first)).equals(await readFile(second)), name)
  }
})
