import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { inviteMember, removeMember, suspendMember } from '#contract/admin/members.ts'
import { listPasskeys, readStaffMe, removePasskey } from '#contract/admin/own-access.ts'
import {
  confirmTotp,
  finishPasskeyRegistration,
  openInvitation,
  setPassword,
  signInWithPassword,
  startPasskeyRegistration,
} from '#contract/admin/session.ts'
import { endSessions } from '../../server/backup/end-sessions.ts'
import { replayJournal } from '../../server/journal/replay.ts'
import { ownerLink } from '../../server/start/owner-link.ts'
import { replaceSecretKey } from '../../server/start/replace-secret-key.ts'
import { byOperator } from '../support/by-operator.ts'
import { startDray } from '../support/dray.ts'
import { newPasskey } from '../support/passkey.ts'
import {
  freshCode,
  joinAs,
  joinAsOwner,
  openBrowser,
  origin,
  password,
  stepUp,
  tokenOf,
  totpCode,
} from '../support/staff.ts'

/* Decision 30: what a restore and a replaced secret key mean for members. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { pool, kysely } = app.db
const owner = await joinAsOwner(app)

async function signInAgain(): Promise<void> {
  const body = { login_name: owner.loginName, password, code: await freshCode(app, owner) }
  await owner.ok(signInWithPassword, { body })
}

test('a restore of an older backup brings no member, no role and no invitation back', async () => {
  const [removed, suspended, demoted] = [
    await joinAs(app, owner, 'staff'),
    await joinAs(app, owner, 'staff'),
    await joinAs(app, owner, 'owner'),
  ]
  const { link } = await owner.ok(inviteMember, { body: { name: 'Ana', role: 'owner' } })
  await owner.ok(removeMember, { params: { member_id: removed.memberId } })
  await owner.ok(suspendMember, { params: { member_id: suspended.memberId } })
  await pool.query(`update member set role = 'viewer' where id = $1`, [demoted.memberId])
  const { rows: entries } = await pool.query(
    `select id, at::text, act, subject_id, detail from journal where act like 'member%' order by at`,
  )

  // What the backup had.
  await pool.query('delete from journal')
  await pool.query(`update member set suspended_at = null, role = 'owner' where id = any($1)`, [
    [suspended.memberId, demoted.memberId],
  ])
  await pool.query(`insert into member (id, name, role, language) values ($1, 'Removed', 'owner', 'en')`, [
    removed.memberId,
  ])
  const client = await pool.connect()
  assert.ok((await endSessions(client)) >= 2)
  client.release()
  const replayed = await replayJournal(kysely, entries as never)
  assert.ok(replayed.members >= 3)
  const { rows } = await pool.query<{ id: string; role: string; suspended: boolean }>(
    'select id, role, suspended_at is not null as suspended from member where id <> $1 order by role',
    [owner.memberId],
  )
  assert.deepEqual(
    Object.fromEntries(rows.map(({ id, role, suspended: isSuspended }) => [id, { role, isSuspended }])),
    {
      [suspended.memberId]: { role: 'owner', isSuspended: true },
      [demoted.memberId]: { role: 'viewer', isSuspended: false },
    },
  )
  assert.equal(await owner.refused(readStaffMe), '401 signed_out')
  const token = tokenOf(link)
  assert.equal(await openBrowser(app).refused(openInvitation, { body: { token } }), '422 invitation_ended')
  await signInAgain()
})

test('a restore brings no removed passkey back', async () => {
  const passkey = newPasskey()
  const started = await owner.ok(startPasskeyRegistration, { body: {} })
  const params = { challenge_id: started.challenge_id }
  const credential = passkey.create(started.options)
  await owner.ok(finishPasskeyRegistration, { params, body: { credential } })
  const { rows: backup } = await pool.query('select * from member_passkey')
  const [{ passkey_id } = { passkey_id: '' }] = (await owner.ok(listPasskeys)).passkeys
  await owner.ok(removePasskey, { params: { passkey_id } })
  const { rows: entries } = await pool.query(
    `select id, at::text, act, subject_id, detail from journal where subject_id = $1`,
    [passkey_id],
  )

  await pool.query('delete from journal')
  await pool.query(
    'insert into member_passkey select * from json_populate_recordset(null::member_passkey, $1)',
    [JSON.stringify(backup.map((row) => ({ ...row, credential_id: '\\x01', public_key: '\\x02' })))],
  )
  assert.equal((await owner.ok(listPasskeys)).passkeys.length, 1)
  await replayJournal(kysely, entries as never)
  assert.deepEqual((await owner.ok(listPasskeys)).passkeys, [])
})

test('without an active owner the next start makes a link again', async () => {
  assert.equal(await ownerLink(kysely, origin), null)
  await pool.query('update member set suspended_at = now() where id = $1', [owner.memberId])
  const link = await ownerLink(kysely, origin)
  assert.ok(link)
  assert.equal(await ownerLink(kysely, origin), null, 'the link still works')
  await pool.query('update member set suspended_at = null where id = $1', [owner.memberId])
})

test('after the secret key was replaced no app fits; a recovery code lets the member set it up again', async () => {
  const member = await joinAs(app, owner, 'staff')
  await stepUp(app, member)
  const waiting = await member.ok(setPassword, { body: { password } })
  const source = { secretKey: randomBytes(32), dataDir: app.dataDir }
  const { appsEnded } = await replaceSecretKey(kysely, source, byOperator())
  assert.ok(appsEnded >= 2)
  const old = { params: { challenge_id: waiting.challenge_id }, body: { code: totpCode(waiting.secret) } }
  assert.equal(await member.refused(confirmTotp, old), '422 challenge_ended')
  const body = { login_name: member.loginName, password, code: await freshCode(app, member) }
  const browser = openBrowser(app)
  assert.equal(await browser.refused(signInWithPassword, { body }), '422 sign_in_refused')
  const [code = ''] = member.recoveryCodes
  await browser.ok(signInWithPassword, { body: { ...body, code } })
  const started = await browser.ok(setPassword, { body: { password } })
  const { me, recovery_codes } = await browser.ok(confirmTotp, {
    params: { challenge_id: started.challenge_id },
    body: { code: totpCode(started.secret) },
  })
  assert.deepEqual([me.recovery_codes_left, recovery_codes.length], [10, 10])
})
