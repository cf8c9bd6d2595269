import { type Static, Type } from 'typebox'
import { StaffMe } from '../admin/common.ts'
import type { DateTime } from '../app/common.ts'
import { Id, Instant } from '../app/common.ts'
import { partnerRoles } from '../vocabulary.ts'

export const PartnerRoleChoice = Type.Enum([...partnerRoles], {
  type: 'string',
  description:
    '`viewer` only reads, `developer` also creates test keys, `admin` also decides on live keys and members.',
})

/** The member of a partner who is signed in. */
export const PartnerMe = Type.Object(
  {
    ...StaffMe.properties,
    role: PartnerRoleChoice,
    partner_id: Id('The partner of the member.'),
    company_name: Type.String(),
    partner_suspended: Type.Boolean({
      description:
        'True if the operator has suspended the partner: the member can read everything and change nothing.',
    }),
    viewed_by: Type.Unsafe<{ name: string; until: DateTime } | null>({
      type: ['object', 'null'],
      properties: {
        name: { type: 'string', description: 'The name of the member of staff.' },
        until: Instant('When the view ends'),
      },
      required: ['name', 'until'],
      additionalProperties: false,
      description:
        'The member of staff of the operator who views these pages in this session; null for a member of the partner.',
    }),
  },
  { $id: 'PartnerMe', additionalProperties: false },
)
export type PartnerMe = Static<typeof PartnerMe>

export const PartnerSignedIn = Type.Object(
  { me: PartnerMe },
  { $id: 'PartnerSignedIn', additionalProperties: false },
)
