import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shardOf } from './choose-files.ts'

const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

test('each file is in exactly one shard, and the first ones are spread', () => {
  const shards = ['1/3', '2/3', '3/3'].map((shard) => shardOf(files, shard))
  assert.deepEqual(shards.flat().sort(), files)
  assert.deepEqual(
    shards.map(([first]) => first),
    ['a', 'b', 'c'],
  )
  assert.deepEqual(shardOf(files, '1/1'), files)
})

test('a shard that does not exist is refused, and not an empty run that passes', () => {
  for (const shard of ['0/4', '5/4', '4', '1/0', 'a/b', '-1/4', '1/4/2'])
    assert.throws(() => shardOf(files, shard), /write it as 1\/4 to 4\/4/)
})
