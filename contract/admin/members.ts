import { type Static, Type } from 'typebox'
import { Id, Instant, LanguageChoice, MaybeInstant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason, StaffRoleChoice } from './common.ts'
import { MemberName } from './own-access.ts'

export const Member = Type.Object(
  {
    member_id: Id('The member.'),
    name: Type.String(),
    role: StaffRoleChoice,
    language: LanguageChoice,
    created_at: Instant('When the person became a member'),
    last_seen_at: MaybeInstant('When the member last used the panel'),
    suspended_at: MaybeInstant('When the member was suspended', 'if the member is not suspended'),
    passkeys: Type.Integer({ minimum: 0, description: 'The number of passkeys of the member.' }),
    has_password: Type.Boolean(),
  },
  { $id: 'Member', additionalProperties: false },
)
export type Member = Static<typeof Member>

const params = Type.Object({ member_id: Id('The `member_id` from `listMembers`.') })
const because = Type.Object({ reason: Reason }, { additionalProperties: false })

export const listMembers = {
  operationId: 'listMembers',
  method: 'GET',
  url: '/admin/v1/members',
  access: 'viewer',
  summary: 'List the members of staff',
  description: 'The newest first.',
  query: Type.Object(pageQuery(BeforeId)),
  answers: answers({
    200: {
      description: 'The members.',
      body: Type.Object({ members: Type.Array(Member), ...pageMembers }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

export const InvitationLink = Type.Object(
  {
    invitation_id: Id('The invitation.'),
    link: Type.String({
      description:
        'The link of the invitation; only this response has it. The person who uses it first becomes the member.',
    }),
    expires_at: Instant('The invitation can be used until then'),
  },
  { $id: 'InvitationLink', additionalProperties: false },
)

export const inviteMember = {
  operationId: 'inviteMember',
  method: 'POST',
  url: '/admin/v1/invitations',
  access: 'owner',
  stepUp: true,
  summary: 'Invite a member of staff',
  description:
    'The link can be used once, within 24 hours. Give it to the person yourself: Dray sends nothing.',
  body: Type.Object(
    {
      name: MemberName,
      role: StaffRoleChoice,
      language: Type.Optional(LanguageChoice),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers({ 201: { description: 'Invited.', body: InvitationLink } }),
} as const satisfies AdminOperation

export const inviteMemberBack = {
  operationId: 'inviteMemberBack',
  method: 'POST',
  url: '/admin/v1/members/:member_id/invitation',
  access: 'owner',
  stepUp: true,
  summary: 'Invite a member back',
  description:
    'For a member who can no longer sign in. The link can be used once, within 24 hours; an earlier link is no longer valid.',
  params,
  body: because,
  answers: answers({ 201: { description: 'Invited.', body: InvitationLink } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const OpenInvitation = Type.Object(
  {
    invitation_id: Id('The invitation.'),
    name: Type.String(),
    role: StaffRoleChoice,
    way_back: Type.Boolean({
      description: 'True if it is for a member who can no longer sign in; false if it is for a new member.',
    }),
    created_by: Type.String({ description: 'The name of the member who created it.' }),
    created_at: Instant('When it was created'),
    expires_at: Instant('The invitation can be used until then'),
  },
  { $id: 'OpenInvitation', additionalProperties: false },
)
export type OpenInvitation = Static<typeof OpenInvitation>

export const listInvitations = {
  operationId: 'listInvitations',
  method: 'GET',
  url: '/admin/v1/invitations',
  access: 'owner',
  summary: 'List the invitations that can still be used',
  description: 'The newest first, without their links.',
  query: Type.Object(pageQuery(BeforeId)),
  answers: answers({
    200: {
      description: 'The invitations.',
      body: Type.Object(
        { invitations: Type.Array(OpenInvitation), ...pageMembers },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const revokeInvitation = {
  operationId: 'revokeInvitation',
  method: 'POST',
  url: '/admin/v1/invitations/:invitation_id/revocation',
  access: 'owner',
  stepUp: true,
  summary: 'Revoke an invitation',
  description: 'The link of the invitation is no longer valid. Repeating it changes nothing.',
  params: Type.Object({ invitation_id: Id('The `invitation_id` from `listInvitations`.') }),
  body: because,
  answers: answers(
    { 204: { description: 'Revoked.', body: null } },
    { 404: '`not_found`.', 409: '`wrong_state`: the invitation has been used.' },
  ),
} as const satisfies AdminOperation

const lastOwner = '`last_owner`: there is no other active owner.'

export const changeMemberRole = {
  operationId: 'changeMemberRole',
  method: 'PUT',
  url: '/admin/v1/members/:member_id/role',
  access: 'owner',
  stepUp: true,
  summary: 'Change the role of a member',
  description:
    'The role takes effect with the next request of the member. The last active owner must stay an owner.',
  params,
  body: Type.Object({ role: StaffRoleChoice, reason: Reason }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'The member.', body: Member } },
    { 404: '`not_found`.', 409: lastOwner },
  ),
} as const satisfies AdminOperation

export const suspendMember = {
  operationId: 'suspendMember',
  method: 'POST',
  url: '/admin/v1/members/:member_id/suspension',
  access: 'owner',
  stepUp: true,
  summary: 'Suspend a member',
  description: 'Ends every session of the member and refuses every sign-in. Repeating it changes nothing.',
  params,
  body: because,
  answers: answers(
    { 200: { description: 'The member.', body: Member } },
    { 404: '`not_found`.', 409: lastOwner },
  ),
} as const satisfies AdminOperation

export const resumeMember = {
  operationId: 'resumeMember',
  method: 'POST',
  url: '/admin/v1/members/:member_id/resumption',
  access: 'owner',
  stepUp: true,
  summary: 'End the suspension of a member',
  description: 'The member can sign in again. Repeating it changes nothing.',
  params,
  body: because,
  answers: answers({ 200: { description: 'The member.', body: Member } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const removeMember = {
  operationId: 'removeMember',
  method: 'POST',
  url: '/admin/v1/members/:member_id/removal',
  access: 'owner',
  stepUp: true,
  summary: 'Remove a member',
  description:
    'Deletes the member with all passkeys, the password and all sessions. The audit log still has the name of the member in its events.',
  params,
  body: because,
  answers: answers({ 204: { description: 'Removed.', body: null } }, { 404: '`not_found`.', 409: lastOwner }),
} as const satisfies AdminOperation

export const memberOperations = [
  listMembers,
  inviteMember,
  inviteMemberBack,
  listInvitations,
  revokeInvitation,
  changeMemberRole,
  suspendMember,
  resumeMember,
  removeMember,
] as const
