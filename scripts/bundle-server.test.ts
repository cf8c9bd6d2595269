import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import {
  bundleFolder,
  entryOf,
  hashOfServer,
  isBundled,
  refreshTimes,
  stampBundle,
  timesOfServer,
} from '../bin/entry.mjs'

test('decision 28: the bundle is started only if it was built from the sources that are here', async () => {
  await using checkout = await smallCheckout()
  const { root, write } = checkout
  const source = path.join(root, 'server/cli/main.ts')
  const bundle = path.join(root, bundleFolder, 'main.mjs')
  assert.equal(entryOf(root), source, 'nothing is built')
  await write(`${bundleFolder}/main.mjs`, '')
  assert.equal(entryOf(root), source, 'a bundle without its stamp was not finished')
  await write(`${bundleFolder}/source.txt`, hashOfServer(root))
  assert.equal(entryOf(root), bundle)
  await write('server/jobs/job.test.ts', 'a test is not bundled')
  assert.equal(entryOf(root), bundle)
  for (const file of ['server/jobs/job.ts', 'contract/partner.ts', 'lib/new.ts', 'package-lock.json']) {
    await write(`${bundleFolder}/source.txt`, hashOfServer(root))
    await write(file, `${file} has changed`)
    assert.equal(entryOf(root), source, file)
  }
})

test('decision 28: sources of unchanged sizes and times are not read; the content of a copy decides', async () => {
  await using checkout = await smallCheckout()
  const { root, write } = checkout
  await write(`${bundleFolder}/main.mjs`, '')
  stampBundle(root, { hash: 'of other sources', times: timesOfServer(root) })
  assert.equal(isBundled(root), true)
  const touched = path.join(root, 'server/jobs/job.ts')
  await utimes(touched, new Date(), new Date(Date.now() + 5_000))
  assert.equal(isBundled(root), false)
  stampBundle(root, { hash: hashOfServer(root), times: 'of the original' })
  assert.equal(isBundled(root), true)
  await rm(path.join(root, 'server/dist/source.txt'))
  refreshTimes(root)
  assert.equal(isBundled(root), false, 'times without a stamp are those of an unfinished bundle')
})

async function smallCheckout() {
  const root = await mkdtemp(path.join(os.tmpdir(), 'dray-checkout-'))
  const write = async (file: string, content: string) => {
    const target = path.join(root, file)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, content)
  }
  for (const file of [
    'server/cli/main.ts',
    'server/jobs/job.ts',
    'contract/partner.ts',
    'lib/part.ts',
    'package-lock.json',
  ])
    await write(file, file)
  return { root, write, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}
