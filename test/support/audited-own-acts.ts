import assert from 'node:assert/strict'
import {
  finishPartnerPasskeyRegistration,
  listPartnerPasskeys,
  listPartnerSessions,
  setPartnerPassword,
  signInToPartnerWithPassword,
  startPartnerPasskeyRegistration,
  startPartnerPasskeySignIn,
  startPartnerStepUp,
} from '#contract/partner-panel/access.ts'
import { issueTestKey } from '#contract/partner-panel/keys.ts'
import { inviteOwnMember } from '#contract/partner-panel/members.ts'
import type { TestDray, TestPartner } from './dray.ts'
import { joinAsPartner, type PartnerPerson } from './partner-people.ts'
import { newPasskey, type Passkey } from './passkey.ts'
import { because, freshCode, openBrowser, password, type StaffBrowser, tokenOf, totpCode } from './staff.ts'

/** Who calls the operation with what, and which act is recorded. */
export type AuditedOwnAct = { act: string; input: object; by?: PartnerPerson }

type Scene = { app: TestDray; partner: TestPartner; admin: PartnerPerson }

const none = {}
const own =
  (act: string, input: object = none) =>
  async () => ({ act, input })

/** Every operation of the partner's own pages that changes something, with what brings it about. */
export const auditedOwnActs: Record<string, (scene: Scene) => Promise<AuditedOwnAct>> = {
  async finishPartnerPasskeyRegistration({ admin }) {
    const started = await admin.ok(startPartnerPasskeyRegistration, { body: {} })
    const credential = newPasskey().create(started.options)
    return { act: 'member.add_passkey', input: at(started, { credential }) }
  },
  async confirmPartnerTotp(scene) {
    const by = await viewerOf(scene)
    const started = await by.ok(setPartnerPassword, { body: { password } })
    return { act: 'member.set_password', input: at(started, { code: totpCode(started.secret) }), by }
  },
  async finishPartnerPasskeySignIn({ admin }) {
    const passkey = await addPasskey(admin)
    const started = await admin.ok(startPartnerPasskeySignIn)
    return { act: 'member.sign_in', input: at(started, { credential: passkey.get(started.options) }) }
  },
  async signInToPartnerWithPassword({ app, admin }) {
    const code = await freshCode(app, admin)
    return { act: 'member.sign_in', input: { body: { login_name: admin.loginName, password, code } } }
  },
  partnerSignOut: async (scene) => ({ act: 'member.sign_out', input: none, by: await viewerOf(scene) }),
  changePartnerMe: own('member.update', { body: { name: 'Olga' } }),
  async endPartnerSession(scene) {
    await otherSession(scene)
    const { sessions } = await scene.admin.ok(listPartnerSessions)
    const session_id = sessions.find(({ current }) => !current)?.session_id
    return { act: 'member.end_session', input: { params: { session_id } } }
  },
  async endOtherPartnerSessions(scene) {
    await otherSession(scene)
    return { act: 'member.end_other_sessions', input: none }
  },
  async removePartnerPasskey({ admin }) {
    await addPasskey(admin)
    const { passkeys } = await admin.ok(listPartnerPasskeys)
    return { act: 'member.remove_passkey', input: { params: { passkey_id: passkeys[0]?.passkey_id } } }
  },
  newPartnerRecoveryCodes: own('member.new_recovery_codes'),
  async finishPartnerStepUp({ admin }) {
    const passkey = await addPasskey(admin)
    const started = await admin.ok(startPartnerStepUp)
    return { act: 'member.step_up', input: at(started, { credential: passkey.get(started.options) }) }
  },
  async stepUpWithPartnerCode({ app, admin }) {
    return { act: 'member.step_up', input: { body: { code: await freshCode(app, admin) } } }
  },
  inviteOwnMember: own('member.invite', { body: { name: 'Ana', role: 'developer', ...because } }),
  inviteOwnMemberBack: async (scene) => ({ act: 'member.invite_back', input: await member(scene) }),
  async revokeOwnInvitation({ admin }) {
    const body = { name: 'Eva', role: 'viewer' as const, ...because }
    const { invitation_id } = await admin.ok(inviteOwnMember, { body })
    return { act: 'member.revoke_invitation', input: { params: { invitation_id }, body: because } }
  },
  async changeOwnMemberRole(scene) {
    const { params } = await member(scene)
    return { act: 'member.change_role', input: { params, body: { role: 'developer', ...because } } }
  },
  suspendOwnMember: async (scene) => ({ act: 'member.suspend', input: await member(scene) }),
  async resumeOwnMember(scene) {
    const input = await member(scene)
    await scene.app.db.pool.query('update member set suspended_at = now() where id = $1', [
      input.params.member_id,
    ])
    return { act: 'member.resume', input }
  },
  removeOwnMember: async (scene) => ({ act: 'member.remove', input: await member(scene) }),
  issueTestKey: own('key.create', { body: { label: 'shop' } }),
  rotateOwnKey: async (scene) => ({
    act: 'key.regenerate',
    input: { ...(await testKey(scene)), body: { overlap: '1h' } },
  }),
  async endOwnKeyOverlap(scene) {
    const key = await testKey(scene)
    await scene.app.db.pool.query(
      `update api_key_secret set replaced_at = now() + interval '1 hour' where key_id = $1`,
      [key.params.key_id],
    )
    return { act: 'key.end_overlap', input: key }
  },
  revokeOwnKey: async (scene) => ({ act: 'key.revoke', input: await testKey(scene) }),
  exportOwnRequests: own('partner.export_requests', { query: {} }),
  exportOwnStatement: own('partner.export_statement', { query: { month: '2026-10' } }),
}

/** These are no GET, and yet they change nothing that somebody could ask about later. */
export const silentOwnOperations: Record<
  string,
  (scene: Scene) => Promise<{ input: object; by?: StaffBrowser }>
> = {
  async openPartnerInvitation({ app, admin }) {
    return { input: { body: { token: await invited(admin) } }, by: openBrowser(app) }
  },
  startPartnerPasskeyRegistration: async () => ({ input: { body: {} } }),
  async setPartnerPassword({ app, admin }) {
    const body = { token: await invited(admin), login_name: 'silent.partner@dray.test', password }
    return { input: { body }, by: openBrowser(app) }
  },
  startPartnerPasskeySignIn: async ({ app }) => ({ input: none, by: openBrowser(app) }),
  async startPartnerStepUp({ admin }) {
    await addPasskey(admin)
    return { input: none }
  },
}

const viewerOf = ({ app, partner }: Scene) => joinAsPartner(app, partner.partnerId, 'viewer')

async function invited(admin: PartnerPerson): Promise<string> {
  const { link } = await admin.ok(inviteOwnMember, {
    body: { name: 'Eva', role: 'viewer', ...because },
  })
  assert.match(link, /^http:\/\/dray\.test\/partner\/invitation#/)
  return tokenOf(link)
}

const at = ({ challenge_id }: { challenge_id: string }, body: object) => ({ params: { challenge_id }, body })

async function addPasskey(person: PartnerPerson): Promise<Passkey> {
  const passkey = newPasskey()
  const started = await person.ok(startPartnerPasskeyRegistration, { body: {} })
  await person.ok(finishPartnerPasskeyRegistration, {
    params: { challenge_id: started.challenge_id },
    body: { credential: passkey.create(started.options) },
  })
  return passkey
}

async function otherSession({ app, admin }: Scene): Promise<void> {
  const code = await freshCode(app, admin)
  const body = { login_name: admin.loginName, password, code }
  await openBrowser(app).ok(signInToPartnerWithPassword, { body })
}

const member = async (scene: Scene) => ({
  params: { member_id: (await viewerOf(scene)).memberId },
  body: because,
})

async function testKey({ admin }: Scene): Promise<{ params: { key_id: string } }> {
  const { key } = await admin.ok(issueTestKey, { body: {} })
  return { params: { key_id: key.key_id } }
}
