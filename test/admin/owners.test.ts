import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  changeMemberRole,
  listMembers,
  removeMember,
  resumeMember,
  suspendMember,
} from '#contract/admin/members.ts'
import { readStaffMe } from '#contract/admin/own-access.ts'
import { startDray } from '../support/dray.ts'
import { because, joinAs, joinAsOwner, type Staff } from '../support/staff.ts'

/* Decision 30: there is always an owner who can sign in. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const of = ({ memberId }: Staff) => ({ params: { member_id: memberId }, body: because })

test('the last active owner is neither demoted nor suspended nor removed', async () => {
  await joinAs(app, owner, 'staff')
  const demote = { ...of(owner), body: { role: 'viewer' as const, ...because } }
  assert.equal(await owner.refused(changeMemberRole, demote), '409 last_owner')
  assert.equal(await owner.refused(suspendMember, of(owner)), '409 last_owner')
  assert.equal(await owner.refused(removeMember, of(owner)), '409 last_owner')
  assert.equal((await owner.ok(readStaffMe)).role, 'owner')
  const other = await joinAs(app, owner, 'owner')
  await owner.ok(suspendMember, of(other))
  assert.equal(
    await owner.refused(removeMember, of(owner)),
    '409 last_owner',
    'a suspended owner does not count',
  )
  await owner.ok(removeMember, of(other))
})

test('of owners who demote, suspend and remove each other at the same time one stays', async () => {
  const others: Staff[] = []
  for (let at = 0; at < 3; at++) others.push(await joinAs(app, owner, 'owner'))
  const all = [owner, ...others]
  const acts = [
    owner.call(changeMemberRole, { ...of(all[1] as Staff), body: { role: 'staff', ...because } }),
    (all[1] as Staff).call(suspendMember, of(all[2] as Staff)),
    (all[2] as Staff).call(removeMember, of(all[3] as Staff)),
    (all[3] as Staff).call(changeMemberRole, { ...of(owner), body: { role: 'viewer', ...because } }),
    ...all.map((each) => each.call(changeMemberRole, { ...of(each), body: { role: 'viewer', ...because } })),
  ]
  await Promise.all(acts)
  const { rows } = await app.db.pool.query(
    `select id from member where role = 'owner' and suspended_at is null`,
  )
  assert.ok(rows.length >= 1, 'an active owner is left')
})

test('changes say what is now, may be repeated, and know only members of staff', async () => {
  const { rows } = await app.db.pool.query<{ id: string }>(
    `update member set role = 'owner', suspended_at = null where id = $1 returning id`,
    [owner.memberId],
  )
  assert.equal(rows.length, 1)
  const member = await joinAs(app, owner, 'viewer')
  const changed = await owner.ok(changeMemberRole, { ...of(member), body: { role: 'staff', ...because } })
  assert.equal(changed.role, 'staff')
  assert.ok((await owner.ok(suspendMember, of(member))).suspended_at)
  assert.ok((await owner.ok(suspendMember, of(member))).suspended_at)
  assert.equal((await owner.ok(resumeMember, of(member))).suspended_at, null)
  await owner.ok(removeMember, of(member))
  assert.equal(await owner.refused(removeMember, of(member)), '404 not_found')
  const { members } = await owner.ok(listMembers)
  assert.ok(members.every(({ member_id }) => member_id !== member.memberId))
  const unknown = { params: { member_id: '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803' }, body: because }
  assert.equal(await owner.refused(suspendMember, unknown), '404 not_found')
  assert.equal(
    await owner.refused(suspendMember, { params: { member_id: 'x' }, body: because }),
    '404 not_found',
  )
  const bad = { ...of(owner), body: { role: 'admin' as never, ...because } }
  assert.equal(await owner.refused(changeMemberRole, bad), '400 validation_error')
})
