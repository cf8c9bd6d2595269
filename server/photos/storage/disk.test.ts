import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { testStorage } from '../../../test/support/storage-suite.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import { newPhotoName } from '../name.ts'
import { disk } from './disk.ts'

async function makeFolder() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dray-photos-'))
  return { dataDir, [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) }
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

const folders: Awaited<ReturnType<typeof makeFolder>>[] = []
after(() => Promise.all(folders.map((folder) => folder[Symbol.asyncDispose]())))

testStorage({
  name: 'disk',
  async open() {
    const folder = await makeFolder()
    folders.push(folder)
    return disk.connect({}, folder)
  },
})

test('photos lie in DATA_DIR/photos or in PHOTO_DIR, two folders deep, readable by this user only', async () => {
  await using folder = await makeFolder()
  const name = `aB${newPhotoName()}`
  await disk.connect({}, folder).put(name, Buffer.from('photo'))
  const file = path.join(folder.dataDir, 'photos', 'a', 'B', name)
  assert.equal(String(await readFile(file)), 'photo')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  await using other = await makeFolder()
  await disk.connect({ PHOTO_DIR: other.dataDir }, folder).put(name, Buffer.from('photo'))
  assert.deepEqual(await filesIn(other.dataDir), [name])
})

test('removing a photo also removes temporary files of a crash', async () => {
  await using folder = await makeFolder()
  const storage = disk.connect({}, folder)
  const name = newPhotoName()
  await storage.put(name, Buffer.from('photo'))
  await writeFile(path.join(folder.dataDir, 'photos', name.charAt(0), name.charAt(1), `${name}.part`), 'pho')
  await storage.remove(name)
  assert.deepEqual(await filesIn(folder.dataDir), [])
})

test('2A no name leads out of the folder', async () => {
  await using folder = await makeFolder()
  const storage = disk.connect({}, folder)
  const stem = 'a'.repeat(27)
  const names = [
    ...['', '.', '..', '../x.jpg', `../../${stem}.jpg`, `/${stem}.jpg`, `${stem}/../x.jpg`, `${stem}.jpg/..`],
    ...[
      `${stem}.png`,
      `${stem}.jpg\0`,
      `${stem}.jpg\n`,
      'short.jpg',
      `${'a'.repeat(300)}.jpg`,
      `..%2f${stem}.jpg`,
    ],
  ]
  for (const name of names) {
    await assert.rejects(storage.put(name, Buffer.from('x')), ProviderError, name)
    await assert.rejects(storage.read(name), ProviderError, name)
    await assert.rejects(storage.remove(name), ProviderError, name)
  }
  assert.deepEqual(await filesIn(folder.dataDir), [])
})

test('3 a disk that fails is a ProviderError that names no path', async () => {
  await using folder = await makeFolder()
  // A file in place of the folder makes every operation fail, even for root.
  await writeFile(path.join(folder.dataDir, 'photos'), '')
  const storage = disk.connect({}, folder)
  const name = newPhotoName()
  for (const act of [() => storage.put(name, Buffer.from('x')), () => storage.read(name)]) {
    await assert.rejects(act, (error) => {
      assert.ok(error instanceof ProviderError)
      assert.equal(error.message, 'photo disk: ENOTDIR')
      assert.equal(error.retryable, true)
      return true
    })
  }
})
