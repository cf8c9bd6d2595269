import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { newPhotoName } from '../../server/photos/name.ts'
import type { PhotoStorage } from '../../server/photos/storage/storage.ts'

type Suite = {
  name: string
  /** Opens an empty storage; called at the first test. */
  open: () => Promise<PhotoStorage>
  skip?: string | false
}

/** What every photo storage must do. */
export function testStorage({ name, open, skip = false }: Suite): void {
  let opened: Promise<PhotoStorage> | undefined
  const check = (sentence: string, run: (storage: PhotoStorage, t: TestContext) => Promise<void>) => {
    void test(`${name}: ${sentence}`, { skip }, async (t) => {
      opened ??= open()
      await run(await opened, t)
    })
  }

  check('a photo is read unchanged, and is missing after its removal', async (storage) => {
    const photo = newPhotoName()
    const bytes = randomBytes(300_000)
    await storage.put(photo, bytes)
    const found = await storage.read(photo)
    assert.ok(found)
    assert.equal(found.size, bytes.length)
    assert.deepEqual(await buffer(found.stream), bytes)
    await storage.remove(photo)
    assert.equal(await storage.read(photo), null)
  })

  check('every act may be repeated', async (storage) => {
    const photo = newPhotoName()
    await storage.remove(photo)
    await storage.put(photo, Buffer.from('one'))
    await storage.put(photo, Buffer.from('two'))
    assert.equal(String(await bytesAt(storage, photo)), 'two')
    await storage.remove(photo)
    await storage.remove(photo)
    assert.equal(await bytesAt(storage, photo), null)
  })

  check('lists all photos, also while they are removed', async (storage) => {
    const photos = Array.from({ length: 230 }, newPhotoName)
    for (let from = 0; from < photos.length; from += 23)
      await Promise.all(photos.slice(from, from + 23).map((photo) => storage.put(photo, Buffer.from(photo))))
    const listed: string[] = []
    for await (const photo of storage.list()) {
      listed.push(photo)
      await storage.remove(photo)
    }
    assert.deepEqual(listed.toSorted(), photos.toSorted())
    assert.deepEqual(await namesAt(storage), [])
  })

  check('2A no name leads out of the place', async (storage) => {
    for (const photo of foreignNames) {
      await assert.rejects(storage.put(photo, Buffer.from('x')), /not the name of a photo/)
      await assert.rejects(storage.read(photo), /not the name of a photo/)
      await assert.rejects(storage.remove(photo), /not the name of a photo/)
    }
    assert.deepEqual(await namesAt(storage), [])
  })
}

const stem = 'a'.repeat(27)

const foreignNames = [
  '',
  '..',
  '../x.jpg',
  `../../${stem}.jpg`,
  `/${stem}.jpg`,
  `${stem}.png`,
  `${stem}.jpg\0`,
]

/** The stored bytes; null for an unknown photo. */
export async function bytesAt(storage: PhotoStorage, photo: string): Promise<Buffer | null> {
  const found = await storage.read(photo)
  return found && buffer(found.stream)
}

/** The names of all stored photos, in order. */
export async function namesAt(storage: PhotoStorage): Promise<string[]> {
  const names: string[] = []
  for await (const photo of storage.list()) names.push(photo)
  return names.toSorted()
}
