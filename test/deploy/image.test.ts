import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { postgresOverTcp } from '../support/postgres-over-tcp.ts'
import { findProgram, missingPrograms, startProgram } from '../support/programs.ts'
import { until } from '../support/until.ts'

const root = path.join(import.meta.dirname, '../..')

/**
 * The image takes minutes to build, so this runs where it is asked for: with `IMAGE_TEST=docker.io` from the
 * images that
 * the Containerfile names, else from two others, as in `IMAGE_TEST=localhost/node:24,localhost/cc:12`.
 */
const { IMAGE_TEST = '' } = process.env
const skip =
  missingPrograms('buildah') ||
  (IMAGE_TEST === '' && 'NOT RUN: IMAGE_TEST is not set (test/deploy/image.test.ts)')

// Decision 57: one image, without a shell, a root user or anything of an installation.
test('the image is built, is under 250 MB, and starts with two addresses as a user that owns nothing', {
  skip,
}, async () => {
  const image = await build()
  const { stdout: listed } = await buildah('images', '--json', image)
  const [, size = '', unit] = /"size": "([\d.]+) ([A-Z]+)"/.exec(listed) ?? []
  assert.equal(unit, 'MB', listed)
  assert.ok(Number(size) < 250, listed)
  for (const address of ['https://one.example', 'https://two.example']) await startAt(image, address)
})

async function startAt(image: string, address: string): Promise<void> {
  await using db = await createDatabase()
  await using postgres = await postgresOverTcp(db.url)
  await using container = await createContainer(image)
  const port = await freePort()
  const env = {
    DATABASE_URL: postgres.url,
    BASE_URL: address,
    HOST: '127.0.0.1',
    PORT: String(port),
    SMS_PROVIDER: 'outbox',
  }
  const given = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const run = ['run', ...isolation, ...given, container.id, '--', ...node]
  await using program = startProgram('buildah', [...run, 'bin/dray.mjs', 'serve'], { env: ownEnv() })
  const url = `http://127.0.0.1:${port}`
  await until('the container answers', async () => {
    assert.ok(!program.hasEnded(), program.output())
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    return answer?.status === 200
  })
  const document = (await (await fetch(`${url}/v1/openapi.json`)).json()) as { servers: unknown }
  assert.deepEqual(document.servers, [{ url: address }])
  assert.equal((await fetch(`${url}/app`)).status, 200)
  const { stdout: user } = await buildah(...run, '--print', 'process.getuid()')
  assert.equal(user.trim(), '65532')
  await assert.rejects(buildah(...run, '--eval', `fs.writeFileSync('/app/x', '')`), /EACCES/)
  await buildah(...run, '--eval', `fs.writeFileSync('/data/x', '')`)
  await buildah(...run, 'bin/healthy.mjs')
}

const node = ['/usr/local/bin/node', '--max-semi-space-size=16']
const isolation = ['--isolation', 'chroot']

const ownEnv = (): Record<string, string> => {
  const { PATH = '', HOME = '', STORAGE_DRIVER = 'vfs' } = process.env
  return { PATH, HOME, STORAGE_DRIVER }
}

const buildah = (...args: string[]) =>
  promisify(execFile)(findProgram('buildah') ?? 'buildah', args, { cwd: root, env: ownEnv() })

async function build(): Promise<string> {
  const [nodeImage, baseImage] = IMAGE_TEST.split(',')
  const others = baseImage
    ? ['--build-arg', `NODE_IMAGE=${nodeImage}`, '--build-arg', `BASE_IMAGE=${baseImage}`]
    : []
  const image = 'localhost/dray:test'
  const how = ['--quiet', '--layers', '--format', 'docker', ...isolation, ...others]
  await buildah('build', ...how, '--tag', image, '--file', 'Containerfile', '.')
  return image
}

async function createContainer(image: string): Promise<AsyncDisposable & { id: string }> {
  const id = (await buildah('from', image)).stdout.trim()
  return { id, [Symbol.asyncDispose]: async () => void (await buildah('rm', id)) }
}
