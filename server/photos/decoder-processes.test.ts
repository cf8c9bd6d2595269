import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { markedImage, red, redImage } from '../../test/support/pictures.ts'
import { until } from '../../test/support/until.ts'
import { isRunning, watchedDecoder } from '../../test/support/watched-decoder.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { createPhotoDecoder, NotAnImage } from './decoder.ts'

test('2A a decoder that dies fails only its photo; queued photos are decoded', async () => {
  await using one = watchedDecoder()
  const photo = await markedImage(90, 60).jpeg().toBuffer()
  await one.decode(photo)
  process.kill(one.lastPid(), 'SIGSTOP')
  const held = one.decode(photo)
  const inLine = [one.decode(photo), one.decode(photo)]
  process.kill(one.lastPid(), 'SIGKILL')
  await assert.rejects(held, NotAnImage)
  for (const { width } of await Promise.all(inLine)) assert.equal(width, 90)
  assert.equal(one.pids.length, 2)
})

test('2A a photo that takes too long ends its decoder, not the service', async () => {
  await using one = watchedDecoder({ timeLimitMs: 200 })
  const photo = await markedImage(90, 60).jpeg().toBuffer()
  await one.decode(photo)
  process.kill(one.lastPid(), 'SIGSTOP')
  await assert.rejects(one.decode(photo), NotAnImage)
  assert.equal((await one.decode(photo)).width, 90)
  assert.equal(one.pids.length, 2)
})

test('2A a photo that takes too much memory ends its decoder, not the service', async () => {
  await using one = watchedDecoder({ memoryLimitBytes: 180 * 1024 * 1024 })
  // Interlaced and rotated: all pixels must be in memory at once.
  const greedy = await sharp({
    create: { width: 7_000, height: 7_000, channels: 4, background: { ...red, alpha: 0.5 } },
  })
    .withMetadata({ orientation: 6 })
    .png({ progressive: true, compressionLevel: 6 })
    .toBuffer()
  const photo = await markedImage(90, 60).jpeg().toBuffer()
  await one.decode(photo)
  await assert.rejects(one.decode(greedy), NotAnImage)
  assert.equal((await one.decode(photo)).width, 90)
  assert.equal(one.pids.length, 2)
})

test('2A the decoder process holds no environment and runs in no folder of Dray', {
  skip: process.platform !== 'linux',
}, async () => {
  await using one = watchedDecoder()
  await one.decode(await redImage(9, 9).png().toBuffer())
  assert.equal(readFileSync(`/proc/${one.lastPid()}/environ`, 'utf8'), '')
  const status = readFileSync(`/proc/${one.lastPid()}/status`, 'utf8')
  if (process.getuid?.() === 0) assert.match(status, /^Uid:\s+65534\s+65534\s+65534/m)
  assert.equal(readFileSync(`/proc/${one.lastPid()}/oom_score_adj`, 'utf8').trim(), '1000')
})

test('a decoder starts where node_modules is a link to another place', async () => {
  const project = await mkdtemp(path.join(os.tmpdir(), 'dray-linked-'))
  try {
    const root = path.join(import.meta.dirname, '../..')
    for (const part of ['package.json', 'server/photos', 'server/lib', 'lib/safe-fetch'])
      await cp(path.join(root, part), path.join(project, part), { recursive: true })
    await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'))
    const photo = (await redImage(9, 9).png().toBuffer()).toString('base64')
    const script = `
      import { createPhotoDecoder } from ${JSON.stringify(path.join(project, 'server/photos/decoder.ts'))}
      const decoder = createPhotoDecoder({ processes: 1 })
      const { width } = await decoder.decode(Buffer.from('${photo}', 'base64')).finally(decoder.stop)
      console.log(width)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    assert.equal(stdout.trim(), '9')
  } finally {
    await rm(project, { recursive: true })
  }
})

test('a signal to the process group does not fail the photo in progress', async () => {
  await using one = watchedDecoder()
  const photo = await markedImage(90, 60).jpeg().toBuffer()
  await one.decode(photo)
  const held = one.decode(photo)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(one.lastPid(), signal)
  await held
  await one.decode(photo)
  assert.equal(one.pids.length, 1)
})

test('an idle decoder process ends, and a new one starts with the next photo', async () => {
  await using one = watchedDecoder({ idleMs: 20 })
  const photo = await redImage(9, 9).png().toBuffer()
  await one.decode(photo)
  await until('the process has ended', () => !isRunning(one.lastPid()))
  await one.decode(photo)
  assert.equal(one.pids.length, 2)
})

test('a photo whose caller stops waiting is given up as ProviderError, not as a bad photo', async () => {
  await using none = watchedDecoder({ processes: 0 })
  const photo = await redImage(9, 9).png().toBuffer()
  await assert.rejects(none.decode(photo, { signal: AbortSignal.timeout(20) }), ProviderError)
})

test('stop ends every process and refuses waiting photos', async () => {
  const one = watchedDecoder()
  const photo = await redImage(9, 9).png().toBuffer()
  await one.decode(photo)
  process.kill(one.lastPid(), 'SIGSTOP')
  const held = one.decode(photo)
  const waiting = one.decode(photo)
  const both = Promise.allSettled([held, waiting])
  await one.stop()
  assert.deepEqual(
    (await both).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(isRunning(one.lastPid()), false)
  await assert.rejects(one.decode(photo), ProviderError)
})

test("a partner's photo is decoded while an upload is held in a decoder and two hundred wait behind it", async () => {
  const pids: number[] = []
  const two = createPhotoDecoder({ processes: 2, timeLimitMs: 60_000, onStart: (pid) => pids.push(pid) })
  try {
    const photo = await markedImage(90, 60).jpeg().toBuffer()
    await two.decode(photo, { source: 'upload' })
    // The only process for uploads is stopped, so no upload can complete.
    process.kill(pids[0] ?? 0, 'SIGSTOP')
    const uploads = Array.from({ length: 200 }, () => two.decode(photo, { source: 'upload' }))
    const ended: string[] = []
    for (const upload of uploads)
      upload.then(
        () => ended.push('upload'),
        () => ended.push('upload'),
      )
    for (const _ of [1, 2, 3]) assert.equal((await two.decode(photo, { source: 'partner' })).width, 90)
    assert.deepEqual(ended, [], 'no upload had ended before')
    process.kill(pids[0] ?? 0, 'SIGCONT')
    await Promise.allSettled(uploads)
    assert.equal(ended.length, 200)
  } finally {
    await two.stop()
  }
})
