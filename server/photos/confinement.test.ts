import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { written } from '../../test/support/written-checks.ts'
import { judgeConfinement } from '../doctor/photos.ts'
import { privatePlaces } from '../start/connect-providers.ts'
import { findConfinement } from './confinement.ts'
import { createPhotoDecoder } from './decoder.ts'

// "The decoder process can open no socket where the system allows, and cannot read the database's secret."

/** What a compromised decoder could try, as the user it runs as and without Node's permission model. */
const attack = `
const [port, file, socket, parent] = process.argv.slice(1)
if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534) }
const fs = require('fs'), net = require('net')
const read = (name) => { try { fs.readFileSync(name); return 'reached' } catch (error) { return error.code } }
const reach = (...to) => new Promise((done) => {
  const link = net.connect(...to)
  link.on('connect', () => done('reached')).on('error', (error) => done(error.code))
})
Promise.all([reach(Number(port), '127.0.0.1'), reach(socket)]).then(([tcp, unix]) => {
  console.log(JSON.stringify({ tcp, unix, file: read(file), environment: read('/proc/' + parent + '/environ') }))
  process.exit()
})`

async function listening(...where: [number, string] | [string]) {
  const server = net.createServer((socket) => socket.destroy())
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(...(where as [number, string]), resolve)
  await promise
  return server
}

test('a confined process reaches no socket, no file of ours and no environment of its parent', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dray-secret-'))
  const file = path.join(folder, 'postgres.secret')
  await writeFile(file, 'secret', { mode: 0o644 })
  const [tcp, unix] = [await listening(0, '127.0.0.1'), await listening(path.join(folder, 's'))]
  try {
    const { port } = tcp.address() as net.AddressInfo
    const { level, wrap } = await findConfinement({ hidden: [folder], needed: [] })
    if (level !== 'full') return t.skip(`this system allows confinement "${level}" only`)
    const probe = [
      process.execPath,
      '-e',
      attack,
      String(port),
      file,
      path.join(folder, 's'),
      String(process.pid),
    ]
    const run = async ([program = '', ...args]: string[]) => {
      const { stdout } = await promisify(execFile)(program, args, { cwd: '/', env: {} })
      return JSON.parse(stdout) as Record<string, string>
    }
    assert.equal((await run(probe)).tcp, 'reached', 'unconfined it gets through')
    for (const [what, came] of Object.entries(await run(wrap(probe)))) assert.notEqual(came, 'reached', what)
  } finally {
    for (const server of [tcp, unix]) server.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('the decoder itself runs so: in a separate network, without the data folder, and it decodes', async (t) => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dray-data-'))
  await writeFile(path.join(dataDir, 'secret.key'), 'secret')
  let level = ''
  let pid = 0
  const decoder = createPhotoDecoder({
    processes: 1,
    hidden: [dataDir],
    onConfined: (found) => (level = found),
    onStart: (started) => (pid = started),
  })
  try {
    const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    assert.equal((await decoder.decode(pixel)).width, 1)
    if (level !== 'full') return t.skip(`this system allows confinement "${level}" only`)
    assert.notEqual(readlinkSync(`/proc/${pid}/ns/net`), readlinkSync('/proc/self/ns/net'))
    assert.deepEqual(seenBy(pid, dataDir), [])
  } finally {
    await decoder.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

function seenBy(pid: number, folder: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/root${folder}`)
  } catch {
    return []
  }
}

test('the settings file outside the data folder, and the place that the key file links to, are private too', async (t) => {
  // Not inside the temporary folders, which are hidden anyway.
  const cache = path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const outside = await mkdtemp(path.join(cache, 'dray-private-'))
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dray-data-'))
  const [settings, secret, key, other] = ['settings.env', 'stripe-secret', 'mounted.key', 'other'].map(
    (name) => path.join(outside, name),
  )
  try {
    for (const file of [settings, secret, key, other]) await writeFile(file as string, 'readable')
    await symlink(key as string, path.join(dataDir, 'secret.key'))
    const hidden = privatePlaces(
      { dataDir, photoStorage: { name: 'disk', settings: {} }, otherPhotoStorage: null },
      { file: settings as string, secretFiles: [secret as string] },
    )
    const { level, wrap } = await findConfinement({ hidden, needed: [other as string] })
    if (level !== 'full') return t.skip(`this system allows confinement "${level}" only`)
    const [program = '', ...args] = wrap(['cat', settings, secret, key, other] as string[])
    assert.equal((await promisify(execFile)(program, args)).stdout, 'readable', 'the other file alone')
  } finally {
    for (const folder of [outside, dataDir]) await rm(folder, { recursive: true, force: true })
  }
})

test('files that the decoder needs stay visible, also below a hidden folder', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dray-needed-'))
  const file = path.join(folder, 'module')
  await writeFile(file, 'code')
  try {
    const { level, wrap } = await findConfinement({ hidden: [folder], needed: [file] })
    if (level !== 'full') return t.skip(`this system allows confinement "${level}" only`)
    const [program = '', ...args] = wrap(['cat', file])
    assert.equal((await promisify(execFile)(program, args)).stdout, 'code')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('doctor reports the confinement of the decoder, and the remedy where the system allows less', () => {
  const size = { width: 1, height: 1 }
  assert.equal(judgeConfinement('full', size).status, 'ok')
  for (const level of ['network', 'none'] as const) {
    const { status, remedy } = written(judgeConfinement(level, size))
    assert.equal(status, 'warn')
    assert.match(remedy ?? '', /user namespaces/)
  }
})
