import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { examine } from '../../server/doctor/examine.ts'
import { freePort } from '../support/free-port.ts'
import { createInstallation } from '../support/installation.ts'
import { until } from '../support/until.ts'
import { written } from '../support/written-checks.ts'

test('decision 54: the doctor finds a node that stores photos in another folder, and one that shares it', async () => {
  await using installation = await createInstallation()
  const {
    env,
    db: { kysely },
  } = installation
  const [shared, other] = ['shared', 'other'].map((name) => path.join(installation.dataDir, name)) as [
    string,
    string,
  ]
  const marksIn = (folder: string) => {
    const marks = path.join(folder, '.nodes')
    return fs.existsSync(marks) ? fs.readdirSync(marks) : []
  }
  const verdict = async () => {
    // A mark is expected some seconds after the start of a node.
    await kysely.updateTable('node').set({ started_at: sql`now() - interval '1 minute'` }).execute()
    const checks = (await examine({ ...env, PHOTO_DIR: shared })).map(written)
    return checks.find(({ name }) => name === 'shared folder of photos')
  }
  const start = async (role: 'start' | 'serve', folder: string) =>
    installation.start(role, { port: await freePort(), env: { PHOTO_DIR: folder } })
  await using first = await start('start', shared)
  await until('the first node has marked its folder', () => marksIn(shared).length === 1)
  assert.equal(await verdict(), undefined, 'one node shares with none')
  {
    await using _second = await start('serve', shared)
    await until('the second node has marked it too', () => marksIn(shared).length === 2)
    assert.equal((await verdict())?.status, 'ok')
  }
  await using third = await start('serve', other)
  await until('the third node has marked its own', () => marksIn(other).length === 1)
  const found = await verdict()
  assert.equal(found?.status, 'fail')
  assert.match(found?.detail ?? '', /^these nodes store photos in another folder: /)
  third.signal('SIGTERM')
  await third.ended
  assert.deepEqual(marksIn(other), [], 'a node that stops takes its mark along')
  first.signal('SIGTERM')
  await first.ended
})
