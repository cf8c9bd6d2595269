import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { hashOfSources } from '../../web/build/sources.ts'

const root = path.join(import.meta.dirname, '../..')

/** A checkout with just enough in it, gone with the test. */
async function smallCheckout() {
  const folder = await mkdtemp(path.join(tmpdir(), 'dray-build-'))
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  await write('web/src/main.tsx', 'one')
  await write('contract/app/job.ts', 'one')
  await write('package-lock.json', '{}')
  const copy = async (...files: string[]) => {
    for (const file of files) await cp(path.join(root, file), path.join(folder, file))
  }
  return { folder, write, copy, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

type Ended = { code: number; stdout: string; stderr: string }

const run = (cwd: string, args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['scripts/build-web.ts', ...args], { cwd }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

test('the app is stale when something it is made of has changed, and only then', async () => {
  await using checkout = await smallCheckout()
  const hash = () => hashOfSources(checkout.folder)
  const first = hash()
  await utimes(path.join(checkout.folder, 'web/src/main.tsx'), 1, 1)
  await checkout.write('web/dist/assets/index.js', 'built')
  await checkout.write('contract/app/job.test.ts', 'a test')
  await checkout.write('server/cli/main.ts', 'the server')
  assert.equal(hash(), first)
  const sources = ['web/src/main.tsx', 'contract/app/job.ts', 'package-lock.json', 'scripts/pack-sdks.ts']
  for (const file of [...sources, 'web/src/new.ts']) {
    const before = hash()
    await checkout.write(file, 'two')
    assert.notEqual(hash(), before, file)
  }
})

test('a second start builds nothing and says nothing, and one after a change sets out to build', async () => {
  await using checkout = await smallCheckout()
  await checkout.copy('scripts/build-web.ts', 'web/build/sources.ts', 'package.json')
  await checkout.write('web/dist/source.txt', `${hashOfSources(checkout.folder)}\n`)
  // With a vite package it tries to build.
  await checkout.write('node_modules/vite/package.json', '{}')
  assert.deepEqual(await run(checkout.folder, ['--if-stale']), { code: 0, stdout: '', stderr: '' })
  await checkout.write('web/src/main.tsx', 'two')
  const later = await run(checkout.folder, ['--if-stale'])
  assert.match(later.stderr, /could not be built[^]*built before is used/)
  assert.equal(later.code, 0)
  assert.equal((await run(checkout.folder, [])).code, 1)
})

test('a start without build tools uses the earlier build, or explains how to build the app', async () => {
  await using checkout = await smallCheckout()
  await checkout.copy('scripts/build-web.ts', 'web/build/sources.ts', 'package.json')
  const without = await run(checkout.folder, ['--if-stale'])
  assert.equal(without.code, 0)
  assert.match(without.stderr, /not built[^]*npm ci && npm run build/)
  assert.equal((await run(checkout.folder, [])).code, 1)
  await checkout.write('web/dist/source.txt', 'of an older source')
  assert.deepEqual(await run(checkout.folder, ['--if-stale']), { code: 0, stdout: '', stderr: '' })
})
