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
    created_at: Instant('Became a member'),
    last_seen_at: MaybeInstant('Last used the panel'),
    suspended_at: MaybeInstant('Suspended'),
    passkeys: Type.Integer({ minimum: 0, description: 'How many passkeys the member has.' }),
    has_password: Type.Boolean(),
  },
  { $id: 'Member', additionalProperties: false },
)
export type Member = Static<typeof Member>

const params = Type.Object({ member_id: Id('Of `listMembers`.') })
const because = Type.Object({ reason: Reason }, { additionalProperties: false })

export const listMembers = {
  operationId: 'listMembers',
  method: 'GET',
  url: '/admin/v1/members',
  access: 'viewer',
  summary: 'The members of staff',
  description: 'Newest first.',
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
    link: Type.String({ description: 'Shown only now. The first person to open it becomes the member.' }),
    expires_at: Instant('Until then it can be used'),
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
  description: 'The link works once, within 24 hours. Hand it to the person yourself; nothing is sent.',
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
  summary: 'Lead a member back in',
  description:
    'For a member who has lost every way in. The link works once, within 24 hours; a link from before no longer works.',
  params,
  body: because,
  answers: answers({ 201: { description: 'Invited.', body: InvitationLink } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const OpenInvitation = Type.Object(
  {
    invitation_id: Id('The invitation.'),
    name: Type.String(),
    role: StaffRoleChoice,
    way_back: Type.Boolean({ description: 'Whether it leads a member back in.' }),
    created_by: Type.String({ description: 'Who invited.' }),
    created_at: Instant('Invited'),
    expires_at: Instant('Until then it can be used'),
  },
  { $id: 'OpenInvitation', additionalProperties: false },
)
export type OpenInvitation = Static<typeof OpenInvitation>

export const listInvitations = {
  operationId: 'listInvitations',
  method: 'GET',
  url: '/admin/v1/invitations',
  access: 'owner',
  summary: 'Invitations that can still be used',
  description: 'Newest first; never their links.',
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
  description: 'Its link no longer works. Repeating it changes nothing.',
  params: Type.Object({ invitation_id: Id('Of `listInvitations`.') }),
  body: because,
  answers: answers(
    { 204: { description: 'Revoked.', body: null } },
    { 404: '`not_found`.', 409: '`wrong_state`: it has been used.' },
  ),
} as const satisfies AdminOperation

const lastOwner = '`last_owner`: there is no other active owner.'

export const changeMemberRole = {
  operationId: 'changeMemberRole',
  method: 'PUT',
  url: '/admin/v1/members/:member_id/role',
  access: 'owner',
  stepUp: true,
  summary: "Change a member's role",
  description: 'Counts from the next request of the member. The last active owner stays one.',
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
  summary: 'Let a suspended member in',
  description: 'Repeating it changes nothing.',
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
    'Deletes the member with every way in and every session. The audit log keeps the name beside what the member did.',
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
