import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeCount } from './node-count.ts'

test('Redis loses its list of nodes: a node counts the others for one more window', () => {
  const nodes = createNodeCount(1)
  nodes.note(3)
  for (let beat = 0; beat < 11; beat++) nodes.note(1)
  assert.equal(nodes.count(), 3)
  nodes.note(1)
  assert.equal(nodes.count(), 1)
})

test('the assumed count is used only until the first heartbeat', () => {
  const nodes = createNodeCount(4)
  assert.equal(nodes.count(), 4)
  nodes.note(2)
  assert.equal(nodes.count(), 2)
})
