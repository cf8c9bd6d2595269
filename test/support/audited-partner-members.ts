import { inviteMember } from '../../server/members/invite.ts'
import type { AuditedOperation } from './audited-operation.ts'
import { byOperator } from './by-operator.ts'
import type { TestDray } from './dray.ts'
import { joinAsPartner } from './partner-people.ts'
import { because } from './staff.ts'

type Act = (scene: { app: TestDray }) => Promise<AuditedOperation>

async function member(app: TestDray) {
  const { partnerId } = await app.partner()
  const { memberId } = await joinAsPartner(app, partnerId, 'viewer')
  return { partner_id: partnerId, member_id: memberId }
}

const ofMember =
  (act: string, body: object = {}): Act =>
  async ({ app }) => ({ act, input: { params: await member(app), body: { ...body, ...because } } })

/** The operations of the panel on the people of partners. */
export const auditedPartnerMembers: Record<string, Act> = {
  async invitePartnerMember({ app }) {
    const { partnerId } = await app.partner()
    const body = { name: 'Ana', role: 'viewer', ...because }
    return { act: 'member.invite', input: { params: { partner_id: partnerId }, body } }
  },
  invitePartnerMemberBack: ofMember('member.invite_back'),
  async revokePartnerInvitation({ app }) {
    const { partnerId } = await app.partner()
    const person = { name: 'Eva', role: 'viewer', language: 'en' } as const
    const invite = { partnerId, ...person, by: byOperator() }
    const { invitationId } = await inviteMember(app.db, invite)
    const params = { partner_id: partnerId, invitation_id: invitationId }
    return { act: 'member.revoke_invitation', input: { params, body: because } }
  },
  changePartnerMemberRole: ofMember('member.change_role', { role: 'admin' }),
  suspendPartnerMember: ofMember('member.suspend'),
  async resumePartnerMember({ app }) {
    const params = await member(app)
    await app.db.pool.query('update member set suspended_at = now() where id = $1', [params.member_id])
    return { act: 'member.resume', input: { params, body: because } }
  },
  removePartnerMember: ofMember('member.remove'),
  async viewPartner({ app }) {
    const { partnerId } = await app.partner()
    return { act: 'partner.view', input: { params: { partner_id: partnerId }, body: because } }
  },
}
