import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { judgeRun, show } from '../model/judge-run.ts'
import { openWorld } from '../model/world.ts'

/*
 * Random histories of partners, customers, carriers and the operator on two nodes, while nodes are killed and frozen,
 * connections are cut and responses are lost (decision 61). `npm run model` runs others.
 */
const world = await openWorld()
after(() => world[Symbol.asyncDispose]())

describe('Reliability: whatever breaks, each history keeps the promises of DESIGN 6', () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    test(`history ${seed}: nothing acknowledged is lost or doubled, every limit is kept`, async () => {
      const { broken, evidence } = await judgeRun(world, seed)
      assert.deepEqual(broken, [], `\n${show(evidence)}\n\nAgain: npm run model -- --seed ${seed}`)
    })
})
