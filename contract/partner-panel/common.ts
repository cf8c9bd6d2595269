import { type Static, Type } from 'typebox'
import { StaffMe } from '../admin/common.ts'
import type { DateTime } from '../app/common.ts'
import { Id, Instant } from '../app/common.ts'
import { partnerRoles } from '../vocabulary.ts'

export const PartnerRoleChoice = Type.Enum([...partnerRoles], {
  type: 'string',
  description:
    '`viewer` only reads, `developer` also makes test keys, `admin` also decides on live keys and members.',
})

/** The member of a partner who is signed in. */
export const PartnerMe = Type.Object(
  {
    ...StaffMe.properties,
    role: PartnerRoleChoice,
    partner_id: Id('The partner, of which everything here is shown.'),
    company_name: Type.String(),
    partner_suspended: Type.Boolean({
      description: 'The operator has suspended the partner: everything can be read, nothing changed.',
    }),
    viewed_by: Type.Unsafe<{ name: string; until: DateTime } | null>({
      type: ['object', 'null'],
      properties: {
        name: { type: 'string', description: 'Of the member of staff.' },
        until: Instant('When it ends'),
      },
      required: ['name', 'until'],
      additionalProperties: false,
      description:
        "A member of the operator's staff who views these pages; null for a member of the partner.",
    }),
  },
  { $id: 'PartnerMe', additionalProperties: false },
)
export type PartnerMe = Static<typeof PartnerMe>

export const PartnerSignedIn = Type.Object(
  { me: PartnerMe },
  { $id: 'PartnerSignedIn', additionalProperties: false },
)
