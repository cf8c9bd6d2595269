import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { inviteMember, inviteMemberBack, removeMember, suspendMember } from '#contract/admin/members.ts'
import { listPasskeys, readStaffMe, removePasskey } from '#contract/admin/own-access.ts'
import {
  confirmTotp,
  finishPasskeyRegistration,
  openInvitation,
  setPassword,
  signInWithPassword,
  startPasskeyRegistration,
} from '#contract/admin/session.ts'
import { endSessions } from '../../server/backup/after-restore.ts'
import { replayJournal } from '../../server/journal/replay.ts'
import { ownerLink } from '../../server/start/first-start.ts'
import { replaceSecretKey } from '../../server/start/secret-key.ts'
import { byOperator } from '../support/by-operator.ts'
import { startDray } from '../support/dray.ts'
import { newPasskey } from '../support/passkey.ts'
import {
  because,
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
  const { link } = await owner.ok(inviteMember, { body: { name: 'Ana', role: 'owner', ...because } })
  await owner.ok(removeMember, { params: { member_id: removed.memberId }, body: because })
  await owner.ok(suspendMember, { params: { member_id: suspended.memberId }, body: because })
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

test('a restore brings no replaced password back: the member gets in by a link and sets one again', async () => {
  const member = await joinAs(app, owner, 'staff')
  const { rows: backup } = await pool.query(
    `update member_password set created_at = now() - interval '1 day' where member_id = $1 returning *`,
    [member.memberId],
  )
  await stepUp(app, member)
  const started = await member.ok(setPassword, { body: { password: 'another battery staple' } })
  await member.ok(confirmTotp, {
    params: { challenge_id: started.challenge_id },
    body: { code: totpCode(started.secret) },
  })
  const { rows: entries } = await pool.query(
    `select id, at::text, act, subject_id, detail from journal where subject_id = $1`,
    [member.memberId],
  )

  await pool.query('delete from journal')
  await pool.query(
    'update member_password set hash = $2, totp_secret = $3, created_at = $4 where member_id = $1',
    [member.memberId, backup[0].hash, backup[0].totp_secret, backup[0].created_at],
  )
  await replayJournal(kysely, entries as never)
  const old = { login_name: member.loginName, password, code: await freshCode(app, member) }
  assert.equal(await openBrowser(app).refused(signInWithPassword, { body: old }), '422 sign_in_refused')
  await stepUp(app, owner)
  const input = { params: { member_id: member.memberId }, body: because }
  const token = tokenOf((await owner.ok(inviteMemberBack, input)).link)
  const browser = openBrowser(app)
  const again = await browser.ok(setPassword, { body: { token, password } })
  const { recovery_codes } = await browser.ok(confirmTotp, {
    params: { challenge_id: again.challenge_id },
    body: { token, code: totpCode(again.secret) },
  })
  assert.equal(recovery_codes.length, 10)
  const set = entries.filter(({ act }) => act === 'member_password_set')
  assert.equal(set.length, 2)
  for (const { detail } of set) assert.ok(Date.parse(detail) > 0, 'only when, nothing of the password')
})

test('a restore brings no password back that a return with other ways in has ended', async () => {
  const member = await joinAs(app, owner, 'staff')
  const { rows: passwords } = await pool.query('select * from member_password where member_id = $1', [
    member.memberId,
  ])
  const { rows: codes } = await pool.query('select * from member_recovery_code where member_id = $1', [
    member.memberId,
  ])
  await stepUp(app, owner)
  const input = { params: { member_id: member.memberId }, body: because }
  const token = tokenOf((await owner.ok(inviteMemberBack, input)).link)
  const browser = openBrowser(app)
  const started = await browser.ok(startPasskeyRegistration, { body: { token } })
  await browser.ok(finishPasskeyRegistration, {
    params: { challenge_id: started.challenge_id },
    body: { token, credential: newPasskey().create(started.options), ends_others: true },
  })
  const entriesOf = async () =>
    (
      await pool.query(
        `select id, at::text, act, subject_id, detail from journal where subject_id = $1 order by at`,
        [member.memberId],
      )
    ).rows
  const entries = await entriesOf()
  assert.deepEqual(
    entries.map(({ act }) => act),
    ['member_password_set', 'member_password_removed'],
  )

  // What the backup had, with every microsecond of the times.
  await pool.query(
    'insert into member_password select * from json_populate_recordset(null::member_password, $1)',
    [JSON.stringify(passwords.map(asJson))],
  )
  await pool.query(
    'insert into member_recovery_code select * from json_populate_recordset(null::member_recovery_code, $1)',
    [JSON.stringify(codes.map(asJson))],
  )
  await pool.query('update member_password set created_at = $2 where member_id = $1', [
    member.memberId,
    entries[1]?.detail,
  ])
  await pool.query('delete from journal')
  await replayJournal(kysely, entries as never)
  const [recoveryCode = ''] = member.recoveryCodes
  for (const code of [totpCode(member.secret), recoveryCode]) {
    const old = { login_name: member.loginName, password, code }
    assert.equal(await openBrowser(app).refused(signInWithPassword, { body: old }), '422 sign_in_refused')
  }
  for (const table of ['member_password', 'member_recovery_code'])
    assert.equal(
      (await pool.query(`select from ${table} where member_id = $1`, [member.memberId])).rowCount,
      0,
    )
  assert.equal((await browser.ok(listPasskeys)).passkeys.length, 1)
})

/** The values that the text format of bytea has. */
const asJson = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  )

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
