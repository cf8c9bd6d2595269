import { type Static, Type } from 'typebox'
import * as staff from '../admin/members.ts'
import type { PartnerPanelOperation } from '../operation.ts'
import { PartnerRoleChoice } from './common.ts'
import { derive } from './derive.ts'

/*
 * The operations of a partner on its members, derived from those on the operator's staff. The operator has the same
 * operations (`admin/partner-members.ts`).
 */

export const PartnerMember = Type.Object(
  { ...staff.Member.properties, role: PartnerRoleChoice },
  { $id: 'PartnerMember', additionalProperties: false },
)
export type PartnerMember = Static<typeof PartnerMember>

export const OpenPartnerInvitation = Type.Object(
  { ...staff.OpenInvitation.properties, role: PartnerRoleChoice },
  { $id: 'OpenPartnerInvitation', additionalProperties: false },
)
export type OpenPartnerInvitation = Static<typeof OpenPartnerInvitation>

export const listOwnMembers = derive(staff.listMembers, {
  operationId: 'listOwnMembers',
  summary: 'List the members of the partner',
  success: Type.Object(
    { ...staff.listMembers.answers[200].body.properties, members: Type.Array(PartnerMember) },
    { additionalProperties: false },
  ),
})

export const inviteOwnMember = derive(staff.inviteMember, {
  operationId: 'inviteOwnMember',
  summary: 'Invite a member of the partner',
  body: Type.Object(
    { ...staff.inviteMember.body.properties, role: PartnerRoleChoice },
    { additionalProperties: false },
  ),
})

export const inviteOwnMemberBack = derive(staff.inviteMemberBack, { operationId: 'inviteOwnMemberBack' })

export const listOwnInvitations = derive(staff.listInvitations, {
  operationId: 'listOwnInvitations',
  success: Type.Object(
    {
      ...staff.listInvitations.answers[200].body.properties,
      invitations: Type.Array(OpenPartnerInvitation),
    },
    { additionalProperties: false },
  ),
})

export const revokeOwnInvitation = derive(staff.revokeInvitation, { operationId: 'revokeOwnInvitation' })

const refusals = { 409: '`last_admin`: there is no other active admin.' }

export const changeOwnMemberRole = derive(staff.changeMemberRole, {
  operationId: 'changeOwnMemberRole',
  description:
    'The role takes effect with the next request of the member. The last active admin must stay an admin.',
  body: Type.Object(
    { ...staff.changeMemberRole.body.properties, role: PartnerRoleChoice },
    { additionalProperties: false },
  ),
  success: PartnerMember,
  refusals,
})

export const suspendOwnMember = derive(staff.suspendMember, {
  operationId: 'suspendOwnMember',
  success: PartnerMember,
  refusals,
})

export const resumeOwnMember = derive(staff.resumeMember, {
  operationId: 'resumeOwnMember',
  success: PartnerMember,
})

export const removeOwnMember = derive(staff.removeMember, { operationId: 'removeOwnMember', refusals })

export const ownMemberOperations = [
  listOwnMembers,
  inviteOwnMember,
  inviteOwnMemberBack,
  listOwnInvitations,
  revokeOwnInvitation,
  changeOwnMemberRole,
  suspendOwnMember,
  resumeOwnMember,
  removeOwnMember,
] as const satisfies readonly PartnerPanelOperation[]
