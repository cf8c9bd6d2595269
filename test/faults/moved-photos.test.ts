import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { test } from 'node:test'
import { disk } from '../../server/photos/storage/disk.ts'
import { startFakeS3 } from '../support/fake-s3.ts'
import { createInstallation } from '../support/installation.ts'
import { runCommand } from '../support/process.ts'
import { namesAt } from '../support/storage-suite.ts'
import { until } from '../support/until.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** Starts `dray photos move`, kills it with SIGKILL once `reached` is true, and waits for its end. */
async function killMove(env: Record<string, string>, args: string[], reached: () => boolean): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'bin', 'dray.mjs'), 'photos', 'move', ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  await until('the move has come so far', reached)
  child.kill('SIGKILL')
  await once(child, 'close')
}

test('decision 54: photos are moved beside a running server, killed and resumed; each can be read at any time', async () => {
  await using fake = await startFakeS3()
  await using installation = await createInstallation()
  const toS3 = { PHOTO_STORAGE: 's3', ...fake.env }
  const env = { ...installation.env, ...toS3 }
  const photos = new Map<string, Buffer>()
  const read = async (url: string, photoPath: string) => {
    const response = await fetch(`${url}${photoPath}`)
    assert.equal(response.status, 200, photoPath)
    return Buffer.from(await response.arrayBuffer())
  }
  const partner = await installation.partner()
  {
    await using before = await installation.start('start')
    for (let jobs = 0; jobs < 6; jobs++) {
      const { body } = await partner.create({ photos: Array(8).fill(installation.photos.photo) })
      for (const url of body.photos ?? []) {
        const photoPath = new URL(url).pathname
        photos.set(photoPath, await read(before.url, photoPath))
      }
    }
    const refused = await runCommand(['photos', 'move', '--to', 's3'], { ...installation.env, ...fake.env })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^The servers store photos with PHOTO_STORAGE=disk: set it to s3 for all/)
  }
  assert.equal(photos.size, 48)
  await using server = await installation.start('start', { env: toS3 })
  const assertAllRead = async () => {
    for (const [photoPath, bytes] of photos) assert.deepEqual(await read(server.url, photoPath), bytes)
  }
  // The bucket does not answer further writes, so the command is killed between its photos.
  let isHeld = true
  fake.disturb = ({ method }) => isHeld && method === 'PUT' && fake.objects.size >= 20
  await killMove(env, ['--to', 's3'], () => fake.objects.size >= 20)
  isHeld = false
  await assertAllRead()
  const folder = disk.connect({}, installation)
  assert.ok((await namesAt(folder)).length > 0)
  const doctor = await runCommand(['doctor'], env)
  assert.match(
    doctor.stdout,
    /^WARN {2}photo storage s3: .*photos are still on disk\n.*photos move --to s3$/m,
  )
  const resumed = await runCommand(['photos', 'move', '--to', 's3', '--json'], env)
  assert.equal(resumed.code, 0, resumed.stderr)
  const { photos: moved, ...rest } = JSON.parse(resumed.stdout) as Record<string, number>
  assert.ok(moved && moved > 0 && moved <= 48)
  assert.deepEqual(rest, { deleted: 0, young: 0, unknown: 0, mib: 0, damaged: 0 })
  assert.equal(fake.objects.size, 48)
  assert.deepEqual(await namesAt(folder), [])
  await assertAllRead()
  const again = await runCommand(['photos', 'move', '--to', 's3'], env)
  assert.match(again.stdout, /^photos: 0$[^]*^All photos are on s3\.$/m)
})

test('decision 54: without the settings of the servers, a backup does not look for photos at the wrong place', async () => {
  await using fake = await startFakeS3()
  await using installation = await createInstallation()
  const toS3 = { PHOTO_STORAGE: 's3', ...fake.env }
  await using server = await installation.start('start', { env: toS3 })
  const partner = await installation.partner()
  const created = await partner.create({ photos: [installation.photos.photo] }, {})
  assert.equal(created.status, 201, server.output.stderr)
  const file = path.join(installation.dataDir, 'backup.tar.gz')
  const lost = await runCommand(['backup', file], installation.env)
  assert.equal(lost.code, 1)
  assert.match(lost.stderr, /^The servers run with PHOTO_STORAGE=s3, and this command with disk/)
  const made = await runCommand(['backup', file, '--json'], { ...installation.env, ...toS3 })
  assert.equal(made.code, 0, made.stderr)
  assert.equal((JSON.parse(made.stdout) as { photos: number }).photos, 1)
})
