import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inviteMemberBack } from '#contract/admin/members.ts'
import { confirmTotp, openInvitation, setPassword } from '#contract/admin/session.ts'
import { startDray } from '../support/dray.ts'
import { because, joinAs, joinAsOwner, openBrowser, password, tokenOf, totpCode } from '../support/staff.ts'
import { lockTable } from '../support/table-lock.ts'
import { until } from '../support/until.ts'

/* Decision 30: one link at a time leads a member back in. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)

test('of two ways back that are made at the same time one works, and once it is used no other does', async () => {
  const lost = await joinAs(app, owner, 'staff')
  const params = { member_id: lost.memberId }
  const lock = await lockTable(app.db.url, 'audit_event', 'SHARE ROW EXCLUSIVE')
  const both = [
    owner.ok(inviteMemberBack, { params, body: because }),
    owner.ok(inviteMemberBack, { params, body: because }),
  ]
  await until('both wait', async () => (await waiting()) > 1)
  await lock[Symbol.asyncDispose]()
  const tokens = (await Promise.all(both)).map(({ link }) => tokenOf(link))
  const open = await Promise.all(
    tokens.map((token) => openBrowser(app).call(openInvitation, { body: { token } })),
  )
  assert.deepEqual(
    open.map(({ status }) => status).sort((a, b) => a - b),
    [200, 422],
  )

  // As an earlier version would have left it.
  await app.db.pool.query('update member_invitation set revoked_at = null where member_id = $1', [
    lost.memberId,
  ])
  const [token = '', other = ''] = tokens
  const browser = openBrowser(app)
  const { challenge_id, secret } = await browser.ok(setPassword, { body: { token, password } })
  await browser.ok(confirmTotp, { params: { challenge_id }, body: { token, code: totpCode(secret) } })
  const late = { body: { token: other } }
  assert.equal(await openBrowser(app).refused(openInvitation, late), '422 invitation_ended')
})

async function waiting(): Promise<number> {
  const { rowCount } = await app.db.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}
