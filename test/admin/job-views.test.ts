import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import {
  changeJobView,
  createJobView,
  deleteJobView,
  listJobViews,
  orderJobViews,
} from '#contract/admin/job-views.ts'
import { removeMember } from '#contract/admin/members.ts'
import { startDray, type TestDray } from '../support/dray.ts'
import { because, joinAs, joinAsOwner, type Staff } from '../support/staff.ts'

/* Saved views of the list of jobs. */
let app: TestDray
let owner: Staff
let viewer: Staff
before(async () => {
  app = await startDray()
  owner = await joinAsOwner(app)
  viewer = await joinAs(app, owner, 'viewer')
})
after(() => app[Symbol.asyncDispose]())

const namesOf = async (by: Staff) => (await by.ok(listJobViews)).views.map(({ name }) => name)
const save = (by: Staff, name: string, shared = false) =>
  by.ok(createJobView, { body: { name, filters: { status: ['posted'] }, shared } })

test('a member sees their own views and the shared ones, in the order chosen', async () => {
  const all = await save(owner, 'For all', true)
  const [a, b] = [await save(viewer, 'A'), await save(viewer, 'B')]
  assert.deepEqual(await namesOf(viewer), ['For all', 'A', 'B'])
  assert.deepEqual(await namesOf(owner), ['For all'])
  await viewer.ok(orderJobViews, { body: { view_ids: [b.view_id, all.view_id, a.view_id] } })
  assert.deepEqual(await namesOf(viewer), ['For all', 'B', 'A'])
  const view = { params: { view_id: a.view_id } }
  const changed = await viewer.ok(changeJobView, { ...view, body: { name: 'A2', filters: { mode: 'test' } } })
  assert.deepEqual([changed.name, changed.filters, changed.mine], ['A2', { mode: 'test' }, true])
  await viewer.ok(deleteJobView, view)
  assert.equal(await viewer.refused(deleteJobView, view), '404 not_found')
  const { events } = await owner.ok(listAuditEvents, { query: { target: a.view_id } })
  assert.deepEqual(events.map(({ act }) => act).toReversed(), [
    'job_view.create',
    'job_view.change',
    'job_view.delete',
  ])
})

test('only an owner shares, and changes what is shared; nobody sees the views of others', async () => {
  const shared = { params: { view_id: (await save(owner, 'Shared', true)).view_id } }
  const own = { params: { view_id: (await save(viewer, 'Own')).view_id } }
  const body = { name: 'x' }
  assert.equal(
    await viewer.refused(createJobView, { body: { name: 'x', filters: {}, shared: true } }),
    '403 role_too_low',
  )
  assert.equal(await viewer.refused(changeJobView, { ...own, body: { shared: true } }), '403 role_too_low')
  assert.equal(await viewer.refused(changeJobView, { ...shared, body }), '403 role_too_low')
  assert.equal(await viewer.refused(deleteJobView, shared), '403 role_too_low')
  assert.equal(await owner.refused(changeJobView, { ...own, body }), '404 not_found')
  assert.equal(await owner.refused(deleteJobView, own), '404 not_found')
})

test('a shared view outlives the member who made it; their own views are deleted with them', async () => {
  const leaving = await joinAs(app, owner, 'owner')
  const kept = await save(leaving, 'Kept', true)
  await save(leaving, 'Gone')
  await owner.ok(removeMember, { params: { member_id: leaving.memberId }, body: because })
  const { views } = await viewer.ok(listJobViews)
  assert.equal(views.find(({ view_id }) => view_id === kept.view_id)?.mine, false)
  const { rows } = await app.db.pool.query(`select from job_view where name = 'Gone'`)
  assert.equal(rows.length, 0)
  const params = { view_id: kept.view_id }
  const changed = await owner.ok(changeJobView, { params, body: { shared: false } })
  assert.equal(changed.mine, true, 'a view without a maker is not lost')
  await owner.ok(deleteJobView, { params })
})

test('the order of shared views is recorded; that of own views, or no change, is not', async () => {
  const [first, second] = [await save(owner, 'First', true), await save(owner, 'Second', true)]
  const own = await save(viewer, 'Mine')
  const order = async (by: Staff, ...view_ids: string[]) => {
    await by.ok(orderJobViews, { body: { view_ids } })
    const { events } = await owner.ok(listAuditEvents, { query: { act: 'job_view.order' } })
    return events
  }
  assert.deepEqual(await order(viewer, own.view_id, first.view_id), [])
  const [event] = await order(owner, second.view_id, first.view_id, own.view_id)
  const ordered = event?.targets.map(({ id }) => id)
  assert.ok(ordered?.includes(second.view_id) && !ordered.includes(own.view_id))
  assert.equal(event?.actor.id, owner.memberId)
  assert.equal((await order(owner, second.view_id, first.view_id)).length, 1)
})

test('a view is validated like a list, holds no phone, and there are at most 50', async () => {
  const bad = [{ status: ['gone'] }, { unknown: 1 }, { search: '+34612345678' }]
  for (const filters of bad)
    assert.equal(
      await viewer.refused(createJobView, { body: { name: 'x', filters: filters as never } }),
      '400 validation_error',
    )
  await app.db.pool.query(
    `insert into job_view (id, member_id, name, filters) select gen_random_uuid(), $1, 'x', '{}' from generate_series(1, 50)`,
    [viewer.memberId],
  )
  assert.equal(await viewer.refused(createJobView, { body: { name: 'x', filters: {} } }), '409 wrong_state')
})
