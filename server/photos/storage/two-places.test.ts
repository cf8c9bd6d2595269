import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { tempFolder } from '../../../test/support/backup.ts'
import { failing } from '../../../test/support/photo-store.ts'
import { bytesAt, testStorage } from '../../../test/support/storage-suite.ts'
import { newPhotoName } from '../name.ts'
import { twoPlaces } from './two-places.ts'

const folder = tempFolder()
after(() => folder[Symbol.dispose]())
let opened = 0
const newPlaces = () => [folder.storage(`main-${++opened}`), folder.storage(`other-${opened}`)] as const

testStorage({ name: 'two places', open: async () => twoPlaces(...newPlaces()) })

const photo = newPhotoName()
const bytes = Buffer.from('photo')

test('a photo is found at either place, and removed at both', async () => {
  const [main, other] = newPlaces()
  const both = twoPlaces(main, other)
  await other.put(photo, bytes)
  assert.deepEqual(await bytesAt(both, photo), bytes)
  await main.put(photo, bytes)
  await both.remove(photo)
  assert.deepEqual([await main.read(photo), await other.read(photo)], [null, null])
})

test('a photo that is moved between the two reads is found', async () => {
  const [main, other] = newPlaces()
  const moving = {
    ...other,
    async read(name: string) {
      await main.put(name, bytes)
      return other.read(name)
    },
  }
  assert.deepEqual(await bytesAt(twoPlaces(main, moving), photo), bytes)
})

test('while one place fails, a photo at the other is served, and no photo counts as missing or removed', async () => {
  const [main, other] = newPlaces()
  const broken = { name: 'broken', put: failing, read: failing, remove: failing, list: () => main.list() }
  await other.put(photo, bytes)
  assert.deepEqual(await bytesAt(twoPlaces(broken, other), photo), bytes)
  await assert.rejects(twoPlaces(broken, other).read(newPhotoName()), /down/)
  await assert.rejects(twoPlaces(main, broken).read(photo), /down/)
  await assert.rejects(twoPlaces(other, broken).remove(photo), /down/)
  assert.equal(await other.read(photo), null, 'the removal is tried at both')
})
