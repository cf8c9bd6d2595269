import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeCount } from './node-count.ts'

test('a Redis that forgot everybody does not make a node think it is alone, until a window has passed', () => {
  const nodes = createNodeCount(1)
  nodes.note(3)
  for (let beat = 0; beat < 11; beat++) nodes.note(1)
  assert.equal(nodes.count(), 3)
  nodes.note(1)
  assert.equal(nodes.count(), 1)
})

test('what was assumed holds only until Redis has told', () => {
  const nodes = createNodeCount(4)
  assert.equal(nodes.count(), 4)
  nodes.note(2)
  assert.equal(nodes.count(), 2)
})
