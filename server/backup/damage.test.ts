import assert from 'node:assert/strict'
import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import {
  type Members,
  membersOf,
  rowsOf,
  seedJob,
  seedPartner,
  tempFolder,
  writeMembers,
} from '../../test/support/backup.ts'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import { backup } from './backup.ts'
import { BackupError } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { restore } from './restore.ts'

const folder = tempFolder()
const photos = folder.storage('photos')
let target: TestDatabase
let whole: Buffer

before(async () => {
  await using source = await createDatabase()
  await seedJob(source, photos, await seedPartner(source))
  await backup({ pool: source.pool, storage: photos }, { file: folder.file, force: false })
  whole = fs.readFileSync(folder.file)
  target = await createDatabase()
})
after(async () => {
  await target[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

let count = 0
const newFile = () => `${folder.path}/${(count += 1)}.tar.gz`

async function refused(file: string, message: RegExp): Promise<void> {
  const was = await rowsOf(target)
  const storage = folder.storage('untouched')
  await assert.rejects(restore({ database: target, storage }, { file, force: true }), (error: unknown) => {
    assert.ok(error instanceof BackupError, String(error))
    assert.match(error.message, message)
    return true
  })
  assert.deepEqual(await rowsOf(target), was)
  assert.equal(fs.existsSync(`${folder.path}/untouched`), false)
}

async function verify(bytes: Buffer): Promise<void> {
  const file = newFile()
  fs.writeFileSync(file, bytes)
  await using handle = await open(file)
  await readArchive(handle)
}

test('a whole backup is read without complaint', () => verify(whole))

test('a single changed bit anywhere is found, unless the bit has no meaning', async () => {
  const content = gunzipSync(whole)
  const place = fc.tuple(fc.nat(whole.length - 1), fc.nat(7))
  await fc.assert(
    fc.asyncProperty(place, async ([index, bit]) => {
      const bytes = Buffer.from(whole)
      bytes[index] = (bytes[index] as number) ^ (1 << bit)
      // Some bits do not change the content, such as the time in gzip's header and padding bits.
      const same = unpacked(bytes)?.equals(content)
      await (same ? verify(bytes) : assert.rejects(verify(bytes), BackupError))
    }),
    { numRuns: 80 },
  )
})

function unpacked(bytes: Buffer): Buffer | null {
  try {
    return gunzipSync(bytes)
  } catch {
    return null
  }
}

test('a backup cut short anywhere is found', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
      await assert.rejects(verify(whole.subarray(0, length)), BackupError)
    }),
    { numRuns: 30 },
  )
})

test('a damaged backup is refused with nothing changed', async () => {
  const file = newFile()
  fs.writeFileSync(file, whole.subarray(0, whole.length - 100))
  await refused(file, /damaged, truncated, or not a backup/)
})

for (const [name, content] of [
  ['a text', 'not a backup'],
  ['nothing at all', ''],
  ['a gzipped text', gzipSync('not a backup')],
] as const) {
  test(`${name} is refused with nothing changed`, async () => {
    const file = newFile()
    fs.writeFileSync(file, content)
    await refused(file, /damaged, truncated, or not a backup/)
  })
}

test('a changed, missing, renamed or added member is refused with nothing changed', async () => {
  const changed = (change: (members: Members) => void, message: RegExp) => rewritten(change, message)
  await changed((members) => {
    const text = String(members.get('tables/partner.copy'))
    members.set('tables/partner.copy', Buffer.from(text.replace('Loft', 'Lift')))
  }, /not what its checksums say/)
  await changed((members) => void members.delete('tables/sms.copy'), /not what its checksums say/)
  await changed((members) => void members.delete('SHA256SUMS'), /not what its checksums say/)
  await changed((members) => void members.delete('manifest.json'), /no manifest/)
  await changed((members) => void members.set('etc/passwd', Buffer.from('x')), /"etc\/passwd"/)
  await changed(
    (members) => void members.set('photos/../../x', Buffer.from('x')),
    /not what its checksums say/,
  )
})

test('a manifest of another program, a newer format or a newer schema is refused', async () => {
  await rewritten(changedManifest({ format: 'other' }), /not one of Dray/)
  await rewritten(changedManifest({ tables: [{ name: 1 }] }), /not one of Dray/)
  await rewritten(changedManifest({ sequences: [{ name: 'x', next: '1; drop' }] }), /not one of Dray/)
  await rewritten(changedManifest({ format_version: 2 }), /newer Dray in a format/)
  const migrations = ['0001_init', '9999_not_yet']
  await rewritten(
    changedManifest({ migrations, dray_version: '9.9.9' }),
    /made by Dray 9\.9\.9.*update Dray first/,
  )
})

async function rewritten(change: (members: Members) => void, message: RegExp): Promise<void> {
  const members = await membersOf(folder.file)
  change(members)
  const file = newFile()
  await writeMembers(file, members)
  await refused(file, message)
}

const changedManifest = (changes: object) => (members: Members) => {
  const manifest = JSON.parse(String(members.get('manifest.json'))) as object
  members.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...changes })))
}
