import { Type } from 'typebox'
import { Id, Instant, LanguageChoice } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { PartnerRoleChoice } from '../partner-panel/common.ts'
import { OpenPartnerInvitation, PartnerMember } from '../partner-panel/members.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason } from './common.ts'
import { InvitationLink } from './members.ts'
import { MemberName } from './own-access.ts'
import { partnerParams } from './partners.ts'

/* The people of a partner, as the operator decides on them. They sign in to the partner's own pages at /partner. */

const memberParams = Type.Object({ ...partnerParams.properties, member_id: Id('Of `listPartnerMembers`.') })
const because = Type.Object({ reason: Reason }, { additionalProperties: false })
const theMember = { 200: { description: 'The member.', body: PartnerMember } }
const invited = { 201: { description: 'Invited.', body: InvitationLink } }
const unknown = { 404: '`not_found`.' }

export const listPartnerMembers = {
  operationId: 'listPartnerMembers',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/members',
  access: 'viewer',
  summary: 'People of a partner',
  description: 'Newest first, a page at a time.',
  params: partnerParams,
  query: Type.Object(pageQuery(BeforeId)),
  answers: answers(
    {
      200: {
        description: 'A page.',
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
  summary: 'Invite somebody of a partner',
  description: 'The link works once, within 24 hours. Hand it to the person yourself; nothing is sent.',
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
  summary: 'Lead a member of a partner back in',
  description:
    'For a member who has lost every way in. The link works once, within 24 hours; a link from before no longer works.',
  params: memberParams,
  body: because,
  answers: answers(invited, unknown),
} as const satisfies AdminOperation

export const listPartnerInvitations = {
  operationId: 'listPartnerInvitations',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/invitations',
  access: 'staff',
  summary: 'Invitations of a partner that can still be used',
  description: 'Newest first, a page at a time; never their links.',
  params: partnerParams,
  query: Type.Object(pageQuery(BeforeId)),
  answers: answers(
    {
      200: {
        description: 'A page.',
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
  description: 'Its link no longer works. Repeating it changes nothing.',
  params: Type.Object({
    ...partnerParams.properties,
    invitation_id: Id('Of `listPartnerInvitations`.'),
  }),
  body: because,
  answers: answers(
    { 204: { description: 'Revoked.', body: null } },
    { ...unknown, 409: '`wrong_state`: it has been used.' },
  ),
} as const satisfies AdminOperation

export const changePartnerMemberRole = {
  operationId: 'changePartnerMemberRole',
  method: 'PUT',
  url: '/admin/v1/partners/:partner_id/members/:member_id/role',
  access: 'staff',
  stepUp: true,
  summary: 'Change the role of a member of a partner',
  description: 'Counts from the next request of the member.',
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
  summary: 'Let a suspended member of a partner in',
  description: 'Repeating it changes nothing.',
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
    'Deletes the member with every way in and every session. The audit log keeps the name beside what the member did.',
  params: memberParams,
  body: because,
  answers: answers({ 204: { description: 'Removed.', body: null } }, unknown),
} as const satisfies AdminOperation

export const viewPartner = {
  operationId: 'viewPartner',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/viewing',
  access: 'staff',
  summary: "See the partner's own pages as its viewer",
  description:
    'Starts a session at /partner that reads and changes nothing, for an hour, and sets its cookie. It ends with the session of the panel, and with `endViewing`.',
  params: partnerParams,
  body: because,
  answers: answers(
    {
      201: {
        description: 'Started; open `/partner`.',
        body: Type.Object({ expires_at: Instant('When it ends') }, { additionalProperties: false }),
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
