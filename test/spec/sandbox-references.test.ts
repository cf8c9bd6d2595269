import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listJobs } from '#contract/admin/jobs.ts'
import { listOwnJobs } from '#contract/partner-panel/jobs.ts'
import { openMarket } from '../support/market.ts'
import { joinAsPartner } from '../support/partner-people.ts'
import { sandboxUser } from '../support/sandbox.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'

const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

test('decision 41: jobs of every world are found by their reference, by staff and by their partner only', async () => {
  const [user, other] = [await sandboxUser(app), await sandboxUser(app)]
  const input = { external_reference: 'Cafe\u0301 order 77' }
  const ids: string[] = []
  for (const headers of [{}, { 'dray-world': 'run-a' }, { 'dray-world': 'run-b' }])
    ids.push((await user.create(input, headers)).body.job_id)
  await user.create({ external_reference: 'Café order 7' }, { 'dray-world': 'run-a' })
  const foreign = (await other.create(input, { 'dray-world': 'run-a' })).body.job_id
  const staff = await joinAs(app, await joinAsOwner(app), 'viewer')
  const search = 'Café order 77'
  const { jobs } = await staff.ok(listJobs, { body: { filters: { search } } })
  assert.deepEqual(jobs.map(({ job_id }) => job_id).sort(), [...ids, foreign].sort())
  const viewer = await joinAsPartner(app, user.partnerId, 'viewer')
  const own = await viewer.ok(listOwnJobs, { query: { reference: search } })
  assert.deepEqual(own.jobs.map(({ job_id }) => job_id).sort(), ids.toSorted())
})
