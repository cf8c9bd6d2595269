import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { newId } from '../lib/ids.ts'
import { findUnmarked, markFolder } from './shared-folder.ts'

const root = await mkdtemp(path.join(os.tmpdir(), 'dray-shared-'))
after(() => rm(root, { recursive: true, force: true }))

test('decision 54: a node that starts removes marks of other installations', async () => {
  const folder = path.join(root, 'others')
  const [other, own] = [newId(), newId()]
  await markFolder(folder, other, async () => [other])
  await markFolder(folder, own, async () => [own])
  assert.deepEqual(await findUnmarked(folder, [other, own]), [other])
})

test('decision 54: of two nodes that start at once, both keep their marks', async () => {
  const folder = path.join(root, 'at once')
  const [first, second] = [newId(), newId()]
  await markFolder(folder, first, async () => {
    // The rows are read before the second node has its own; its mark comes before this read ends.
    await markFolder(folder, second, async () => [first, second])
    return [first]
  })
  assert.deepEqual(await findUnmarked(folder, [first, second]), [])
})
