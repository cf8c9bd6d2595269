import { inviteMember } from '#contract/admin/members.ts'
import { listPasskeys, listStaffSessions, startStepUp } from '#contract/admin/own-access.ts'
import {
  finishPasskeyRegistration,
  setPassword,
  signInWithPassword,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '#contract/admin/session.ts'
import { setTariff } from '#contract/admin/tariffs.ts'
import { snoozeEntry } from '#contract/admin/today.ts'
import { defaultTariff } from '../../server/pricing/tariff.ts'
import { auditedAlerts } from './audited-alerts.ts'
import { auditedClosing } from './audited-closing.ts'
import { auditedHealth } from './audited-health.ts'
import { auditedJobOperations } from './audited-job-operations.ts'
import { auditedMoney } from './audited-money.ts'
import type { AuditedOperation } from './audited-operation.ts'
import { auditedPartnerActs } from './audited-partner-acts.ts'
import { auditedPartnerMembers } from './audited-partner-members.ts'
import { auditedPeople, waitingCarrier } from './audited-people.ts'
import type { TestDray } from './dray.ts'
import { newPasskey, type Passkey } from './passkey.ts'
import {
  because,
  freshCode,
  joinAs,
  openBrowser,
  password,
  type Staff,
  type StaffBrowser,
  tokenOf,
  totpCode,
} from './staff.ts'

type Scene = { app: TestDray; owner: Staff }

const none = {}
const reason = 'agreed by phone'
const own =
  (act: string, input: object = none) =>
  async () => ({ act, input })

/** Every operation of the panel that changes something, with what brings it about. */
export const auditedOperations: Record<string, (scene: Scene) => Promise<AuditedOperation>> = {
  async finishPasskeyRegistration({ owner }) {
    const started = await owner.ok(startPasskeyRegistration, { body: {} })
    const credential = newPasskey().create(started.options)
    return { act: 'member.add_passkey', input: at(started, { credential }) }
  },
  async confirmTotp({ app, owner }) {
    const by = await joinAs(app, owner, 'viewer')
    const started = await by.ok(setPassword, { body: { password } })
    return { act: 'member.set_password', input: at(started, { code: totpCode(started.secret) }), by }
  },
  async finishPasskeySignIn({ owner }) {
    const passkey = await addPasskey(owner)
    const started = await owner.ok(startPasskeySignIn)
    return { act: 'member.sign_in', input: at(started, { credential: passkey.get(started.options) }) }
  },
  async signInWithPassword({ app, owner }) {
    const code = await freshCode(app, owner)
    return { act: 'member.sign_in', input: { body: { login_name: owner.loginName, password, code } } }
  },
  async staffSignOut({ app, owner }) {
    return { act: 'member.sign_out', input: none, by: await joinAs(app, owner, 'viewer') }
  },
  changeStaffMe: own('member.update', { body: { name: 'Olga' } }),
  async endStaffSession(scene) {
    await otherSession(scene)
    const { sessions } = await scene.owner.ok(listStaffSessions)
    const session_id = sessions.find(({ current }) => !current)?.session_id
    return { act: 'member.end_session', input: { params: { session_id } } }
  },
  async endOtherStaffSessions(scene) {
    await otherSession(scene)
    return { act: 'member.end_other_sessions', input: none }
  },
  async removePasskey({ owner }) {
    await addPasskey(owner)
    const { passkeys } = await owner.ok(listPasskeys)
    return { act: 'member.remove_passkey', input: { params: { passkey_id: passkeys[0]?.passkey_id } } }
  },
  newRecoveryCodes: own('member.new_recovery_codes'),
  ...auditedAlerts,
  async finishStepUp({ owner }) {
    const passkey = await addPasskey(owner)
    const started = await owner.ok(startStepUp)
    return { act: 'member.step_up', input: at(started, { credential: passkey.get(started.options) }) }
  },
  async stepUpWithCode({ app, owner }) {
    return { act: 'member.step_up', input: { body: { code: await freshCode(app, owner) } } }
  },
  inviteMember: own('member.invite', { body: { name: 'Ana', role: 'staff', ...because } }),
  inviteMemberBack: async (scene) => ({ act: 'member.invite_back', input: await member(scene) }),
  async revokeInvitation({ owner }) {
    const { invitation_id } = await owner.ok(inviteMember, {
      body: { name: 'Eva', role: 'viewer', ...because },
    })
    return { act: 'member.revoke_invitation', input: { params: { invitation_id }, body: because } }
  },
  async changeMemberRole(scene) {
    return {
      act: 'member.change_role',
      input: { ...(await member(scene)), body: { role: 'staff', ...because } },
    }
  },
  suspendMember: async (scene) => ({ act: 'member.suspend', input: await member(scene) }),
  async resumeMember(scene) {
    const input = await member(scene)
    const { member_id } = input.params
    await scene.app.db.pool.query('update member set suspended_at = now() where id = $1', [member_id])
    return { act: 'member.resume', input }
  },
  removeMember: async (scene) => ({ act: 'member.remove', input: await member(scene) }),
  async snoozeEntry({ app }) {
    return { act: 'today.snooze', input: { body: { ...(await waitingCarrier(app)), hours: 1, reason } } }
  },
  async wakeEntry({ app, owner }) {
    const entry = await waitingCarrier(app)
    await owner.ok(snoozeEntry, { body: { ...entry, hours: 1, reason } })
    return { act: 'today.wake', input: { body: entry } }
  },
  exportAuditEvents: own('audit.export', { query: { format: 'csv' } }),
  setTariff: own('tariff.set', { body: { terms: defaultTariff, reason } }),
  async withdrawTariff({ owner }) {
    const starts_at = new Date(Date.now() + 86_400_000).toISOString()
    const { tariff_id } = await owner.ok(setTariff, { body: { terms: defaultTariff, starts_at, reason } })
    return { act: 'tariff.withdraw', input: { params: { tariff_id }, body: { reason } } }
  },
  ...auditedPeople,
  ...auditedPartnerActs,
  ...auditedJobOperations,
  ...auditedPartnerMembers,
  ...auditedClosing,
  ...auditedMoney,
  ...auditedHealth,
}

/** These are no GET, and yet they change nothing that somebody could ask about later. */
export const silentOperations: Record<
  string,
  (scene: Scene) => Promise<{ input: object; by?: StaffBrowser }>
> = {
  async openInvitation({ app, owner }) {
    return { input: { body: { token: await invited(owner) } }, by: openBrowser(app) }
  },
  startPasskeyRegistration: async () => ({ input: { body: {} } }),
  async setPassword({ app, owner }) {
    const body = { token: await invited(owner), login_name: 'silent@dray.test', password }
    return { input: { body }, by: openBrowser(app) }
  },
  startPasskeySignIn: async ({ app }) => ({ input: none, by: openBrowser(app) }),
  async startStepUp({ owner }) {
    await addPasskey(owner)
    return { input: none }
  },
  compareTariff: async () => ({ input: { body: { terms: defaultTariff } } }),
  // A search for a phone is recorded (`test/admin/jobs-list.test.ts`).
  listJobs: async () => ({ input: { body: {} } }),
  // A search for a plate is recorded (`test/admin/plates.test.ts`).
  listCarriers: async () => ({ input: { body: {} } }),
  listAccounts: async () => ({ input: { body: {} } }),
  listWallets: async () => ({ input: { body: { filters: { holder: 'customer' } } } }),
}

async function invited(owner: Staff): Promise<string> {
  const { link } = await owner.ok(inviteMember, { body: { name: 'Eva', role: 'viewer', ...because } })
  return tokenOf(link)
}

const at = ({ challenge_id }: { challenge_id: string }, body: object) => ({ params: { challenge_id }, body })

async function addPasskey(owner: Staff): Promise<Passkey> {
  const passkey = newPasskey()
  const started = await owner.ok(startPasskeyRegistration, { body: {} })
  const credential = passkey.create(started.options)
  await owner.ok(finishPasskeyRegistration, {
    params: { challenge_id: started.challenge_id },
    body: { credential },
  })
  return passkey
}

async function otherSession({ app, owner }: Scene): Promise<void> {
  const code = await freshCode(app, owner)
  await openBrowser(app).ok(signInWithPassword, { body: { login_name: owner.loginName, password, code } })
}

async function member({ app, owner }: Scene) {
  return { params: { member_id: (await joinAs(app, owner, 'viewer')).memberId }, body: because }
}
