import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDecoderQueue, type DecoderTask } from './decoder-queue.ts'
import type { PhotoSource } from './limits.ts'

const task = (source: PhotoSource): DecoderTask => ({
  bytes: Buffer.alloc(1),
  source,
  resolve: () => {},
  reject: () => {},
})

test('a partner goes before all uploads that wait, and uploads leave one decoder to partners', () => {
  const queue = createDecoderQueue({ maxUploads: 1 })
  const [first, second, partner] = [task('upload'), task('upload'), task('partner')]
  for (const each of [first, second]) queue.add(each)
  assert.equal(queue.next(), first)
  assert.equal(queue.next(), undefined, 'the second decoder is kept free')
  queue.add(partner)
  assert.equal(queue.next(), partner)
  queue.done(partner)
  assert.equal(queue.next(), undefined)
  queue.done(first)
  assert.equal(queue.next(), second)
})

test('an entry removed from the queue is not started, and all entries can be removed', () => {
  const queue = createDecoderQueue({ maxUploads: 1 })
  const [gone, left, partner] = [task('upload'), task('upload'), task('partner')]
  for (const each of [gone, left, partner]) queue.add(each)
  assert.equal(queue.remove(gone), true)
  assert.equal(queue.remove(gone), false)
  assert.deepEqual(queue.clear(), [partner, left])
  assert.equal(queue.next(), undefined)
})
