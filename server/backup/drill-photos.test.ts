import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tempFolder } from '../../test/support/backup.ts'
import { backUpWorld } from '../../test/support/backup-world.ts'
import { createDatabase } from '../../test/support/database.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { backup } from './backup.ts'
import { drill } from './drill.ts'
import { restore } from './restore.ts'
import { inScratchDatabase } from './scratch.ts'

test('decision 60: a photo that is deleted while the backup is made is not a fault, and a lost one is', async () => {
  using folder = tempFolder()
  await using db = await createDatabase()
  const [first, file] = [folder.file, `${folder.path}/second.tar.gz`]
  await backUpWorld(first)
  const place = folder.storage('photos')
  await restore({ database: db, storage: place }, { file: first, force: false })
  const { rows } = await db.pool.query<{ name: string }>(
    'select name from photo where job_id is not null order by name limit 2',
  )
  const [deleted, lost] = rows.map(({ name }) => name)
  assert.ok(deleted && lost)
  await place.remove(lost)
  const storage: PhotoStorage = {
    ...place,
    async read(name) {
      if (name === deleted) {
        await db.pool.query('update photo set job_id = null, position = abs(position) where name = $1', [
          name,
        ])
        await place.remove(name)
      }
      return place.read(name)
    },
  }
  const made = await backup({ pool: db.pool, storage }, { file, force: false })
  assert.deepEqual([made.photos_missing, made.photos_deleted], [2, [deleted]])
  const { signal } = new AbortController()
  const { counts } = await inScratchDatabase(
    { connectionString: db.url },
    { signal, dataDir: null, onLeftover: () => {} },
    (database) => drill({ database }, { file, signal, journal: null, newerThanHours: null }),
  )
  assert.deepEqual(counts, { photo_missing: 1 })
})
