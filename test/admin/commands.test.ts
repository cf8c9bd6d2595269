import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readStaffMe } from '#contract/admin/own-access.ts'
import { startDray } from '../support/dray.ts'
import { runJson } from '../support/json-command.ts'
import { join, joinAsOwner, tokenOf } from '../support/staff.ts'

/* Decision 30: `dray staff`, for the operator who has no owner at hand. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)

test('`dray staff` invites, lists and leads back in, also the last owner', async () => {
  const invited = await runJson(
    app,
    'staff',
    'invite',
    '--role',
    'viewer',
    '--name',
    'Eva',
    '--language',
    'es',
  )
  const eva = await join(app, tokenOf(invited.json.link))
  assert.equal((await eva.ok(readStaffMe)).language, 'es')
  const { json: members } = await runJson(app, 'staff', 'list')
  assert.deepEqual(
    members.map(({ name, role, has_password }: Record<string, unknown>) => [name, role, has_password]),
    [
      ['Owner', 'owner', true],
      ['Eva', 'viewer', true],
    ],
  )
  const back = await runJson(app, 'staff', 'invite', '--back', owner.memberId)
  const again = await join(app, tokenOf(back.json.link))
  assert.equal(again.memberId, owner.memberId)
})

test('`dray staff` says why not', async () => {
  const refused: [string[], RegExp][] = [
    [['suspend', owner.memberId], /^There must be an active owner/],
    [['role', owner.memberId, 'chief'], /^The role must be one of viewer, staff, owner/],
    [['invite', '--role', 'staff'], /^Say who it is for/],
    [['remove', '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803'], /^There is no member 019a9c2e/],
  ]
  for (const [args, why] of refused) {
    const { code, stderr } = await runJson(app, 'staff', ...args)
    assert.equal(code, 1, args.join(' '))
    assert.match(stderr, why)
  }
})
