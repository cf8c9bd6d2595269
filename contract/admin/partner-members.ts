import { Type } from 'typebox'
import { Id, Instant, LanguageChoice } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { PartnerRoleChoice } from '../partner-panel/common.ts'
import { OpenPartnerInvitation, PartnerMember } from '../partner-panel/members.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason } from './common.ts'
import { InvitationLink } from './members.ts'
import { MemberName } from './own-access.ts'
import { partnerParams } from './partners.ts'

/* The operations of the operator on the members of a partner, who sign in to the partner's own pages at /partner. */

const memberParams = Type.Object({
  ...partnerParams.properties,
  member_id: Id('The `member_id` from `listPartnerMembers`.'),
})
const because = Type.Object({ reason: Reason }, { additionalProperties: false })
const theMember = { 200: { description: 'The member.', body: PartnerMember } }
const invited = { 201: { description: 'Invited.', body: InvitationLink } }
const unknown = { 404: '`not_found`.' }

export const listPartnerMembers = {
  operationId: 'listPartnerMembers',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/members',
  access: 'viewer',
  summary: 'List the members of a partner',
  description: 'The newest first.',
  params: partnerParams,
  query: Type.Object(pageQuery(BeforeId)),
  answers: answers(
    {
      200: {
        description: 'A page of the members.',
        body: Type.Object(
          { members: Type.Array(PartnerMember), ...pageMembers },
          { additionalProperties: false },
        ),
      },
    },
    unknown,
  ),
} as const satisfies AdminOperation

export const invitePartnerMember = {
  operationId: 'invitePartnerMember',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/invitations',
  access: 'staff',
  stepUp: true,
  summary: 'Invite a member of a partner',
  description:
    'The link can be used once, within 24 hours. Give it to the person yourself: Dray sends nothing.',
  params: partnerParams,
  body: Type.Object(
    {
      name: MemberName,
      role: PartnerRoleChoice,
      language: Type.Optional(LanguageChoice),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(invited, unknown),
} as const satisfies AdminOperation

export const invitePartnerMemberBack = {
  operationId: 'invitePartnerMemberBack',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/members/:member_id/invitation',
  access: 'staff',
  stepUp: true,
  summary: 'Invite a member of a partner back',
  description:
    'For a member who can no longer sign in. The link can be used once, within 24 hours; an earlier link is no longer valid.',
  params: memberParams,
  body: because,
  answers: answers(invited, unknown),
} as const satisfies AdminOperation

export const listPartnerInvitations = {
  operationId: 'listPartnerInvitations',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/invitations',
  access: 'staff',
  summary: 'List the invitations of a partner that can still be used',
  description: 'The newest first, without their links.',
  params: partnerParams,
  query: Type.Object(pageQuery(BeforeId)),
  answers: answers(
    {
      200: {
        description: 'A page of the invitations.',
        body: Type.Object(
          { invitations: Type.Array(OpenPartnerInvitation), ...pageMembers },
          { additionalProperties: false },
        ),
      },
    },
    unknown,
  ),
} as const satisfies AdminOperation

export const revokePartnerInvitation = {
  operationId: 'revokePartnerInvitation',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/invitations/:invitation_id/revocation',
  access: 'staff',
  summary: 'Revoke an invitation of a partner',
  description: 'The link of the invitation is no longer valid. Repeating it changes nothing.',
  params: Type.Object({
    ...partnerParams.properties,
    invitation_id: Id('The `invitation_id` from `listPartnerInvitations`.'),
  }),
  body: because,
  answers: answers(
    { 204: { description: 'Revoked.', body: null } },
    { ...unknown, 409: '`wrong_state`: the invitation has been used.' },
  ),
} as const satisfies AdminOperation

export const changePartnerMemberRole = {
  operationId: 'changePartnerMemberRole',
  method: 'PUT',
  url: '/admin/v1/partners/:partner_id/members/:member_id/role',
  access: 'staff',
  stepUp: true,
  summary: 'Change the role of a member of a partner',
  description: 'The role takes effect with the next request of the member.',
  params: memberParams,
  body: Type.Object({ role: PartnerRoleChoice, reason: Reason }, { additionalProperties: false }),
  answers: answers(theMember, unknown),
} as const satisfies AdminOperation

export const suspendPartnerMember = {
  operationId: 'suspendPartnerMember',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/members/:member_id/suspension',
  access: 'staff',
  summary: 'Suspend a member of a partner',
  description: 'Ends every session of the member and refuses every sign-in. Repeating it changes nothing.',
  params: memberParams,
  body: because,
  answers: answers(theMember, unknown),
} as const satisfies AdminOperation

export const resumePartnerMember = {
  operationId: 'resumePartnerMember',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/members/:member_id/resumption',
  access: 'staff',
  stepUp: true,
  summary: 'End the suspension of a member of a partner',
  description: 'The member can sign in again. Repeating it changes nothing.',
  params: memberParams,
  body: because,
  answers: answers(theMember, unknown),
} as const satisfies AdminOperation

export const removePartnerMember = {
  operationId: 'removePartnerMember',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/members/:member_id/removal',
  access: 'staff',
  stepUp: true,
  summary: 'Remove a member of a partner',
  description:
    'Deletes the member with all passkeys, the password and all sessions. The audit log still has the name of the member in its events.',
  params: memberParams,
  body: because,
  answers: answers({ 204: { description: 'Removed.', body: null } }, unknown),
} as const satisfies AdminOperation

export const viewPartner = {
  operationId: 'viewPartner',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/viewing',
  access: 'staff',
  summary: "View the partner's own pages",
  description:
    'Starts a read-only session at /partner with the rights of a `viewer` of the partner, and sets its cookie. The session ends after an hour, with the session of the panel, or with `endViewing`.',
  params: partnerParams,
  body: because,
  answers: answers(
    {
      201: {
        description: 'The session has started; the pages are at `/partner`.',
        body: Type.Object({ expires_at: Instant('When the session ends') }, { additionalProperties: false }),
      },
    },
    unknown,
  ),
} as const satisfies AdminOperation

export const partnerMemberOperations = [
  listPartnerMembers,
  invitePartnerMember,
  invitePartnerMemberBack,
  listPartnerInvitations,
  revokePartnerInvitation,
  changePartnerMemberRole,
  suspendPartnerMember,
  resumePartnerMember,
  removePartnerMember,
  viewPartner,
] as const
