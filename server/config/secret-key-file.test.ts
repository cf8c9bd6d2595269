import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { createSecretKeyFile, findSecretKey, secretKeyFileIn } from './secret-key-file.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-secret-key-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))

const module = path.join(import.meta.dirname, 'secret-key-file.ts')

/** Each thread creates the file as soon as all threads are ready. */
const contestant = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.module).then(({ createSecretKeyFile }) => {
  const flags = new Int32Array(workerData.start)
  Atomics.add(flags, 0, 1)
  while (Atomics.load(flags, 0) < workerData.count);
  parentPort.postMessage(createSecretKeyFile(workerData.dataDir).key.toString('hex'))
})`

test('concurrent creators of the key get the same key; the file is complete and readable by its owner only', async () => {
  const dataDir = path.join(folder, 'at', 'once')
  const start = new SharedArrayBuffer(4)
  const workerData = { module, dataDir, start, count: 4 }
  const keys = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      new Worker(contestant, { eval: true, workerData }).once('message', resolve).once('error', reject)
      return promise
    }),
  )
  assert.equal(new Set(keys).size, 1)
  assert.deepEqual(fs.readdirSync(dataDir), ['secret.key'])
  assert.equal(fs.statSync(secretKeyFileIn(dataDir)).mode & 0o777, 0o600)
  assert.equal(findSecretKey({ secretKey: null, dataDir })?.key.toString('hex'), keys[0])
})

test('a file that is there is never replaced, and SECRET_KEY is read before it', () => {
  const dataDir = path.join(folder, 'kept')
  const made = createSecretKeyFile(dataDir)
  assert.deepEqual(createSecretKeyFile(dataDir), made)
  assert.equal(made.from, secretKeyFileIn(dataDir))
  const secretKey = randomBytes(32)
  assert.deepEqual(findSecretKey({ secretKey, dataDir }), { key: secretKey, from: 'SECRET_KEY' })
  assert.equal(findSecretKey({ secretKey: null, dataDir: path.join(folder, 'nowhere') }), null)
})

test('a file without a key is refused, with a remedy and without its content', () => {
  const dataDir = path.join(folder, 'broken')
  fs.mkdirSync(dataDir)
  fs.writeFileSync(secretKeyFileIn(dataDir), 'hunter2\n')
  const find = () => findSecretKey({ secretKey: null, dataDir })
  assert.throws(find, /secret\.key holds no secret key.*\n.*dray installation rekey$/)
  assert.throws(find, (error: Error) => !error.message.includes('hunter2'))
  fs.rmSync(secretKeyFileIn(dataDir))
  fs.mkdirSync(secretKeyFileIn(dataDir))
  assert.throws(find, /cannot be read \(EISDIR\)/)
})

test('a folder that cannot be written says so, and names the setting that needs no folder', () => {
  fs.writeFileSync(path.join(folder, 'file'), '')
  assert.throws(
    () => createSecretKeyFile(path.join(folder, 'file', 'data')),
    /cannot write its secret key .*ENOTDIR.*set SECRET_KEY/,
  )
})
